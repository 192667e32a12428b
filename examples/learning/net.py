"""A small net in plain NumPy: two hidden layers, one number out, trained by Adam."""

from itertools import pairwise

import numpy as np


class Net:
    """Says how much a move is worth, from its features. `weights` are a matrix and a row of biases for each layer."""

    def __init__(self, weights):
        self.weights = weights
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in weights]
        self._steps = 0

    @classmethod
    def fresh(cls, sizes, rng):
        """A net that knows nothing: *sizes* are those of its layers, the features first."""
        weights = []
        for here, there in pairwise(sizes):
            weights += [rng.normal(0, (2 / here) ** 0.5, (here, there)), np.zeros(there)]
        weights[-2] *= 0.1
        return cls([each.astype(np.float32) for each in weights])

    @classmethod
    def load(cls, path):
        """The net in a file of `save`."""
        with np.load(path) as file:
            return cls([file[name].astype(np.float32) for name in file.files])

    def save(self, path):
        """Write the weights as half floats."""
        np.savez_compressed(path, *(each.astype(np.float16) for each in self.weights))

    def worth(self, features):
        """The worth of each row of *features*."""
        return self._layers(features)[-1][:, 0]

    def _layers(self, layer):
        """The input and what each layer makes of it."""
        layers = [layer]
        for place in range(0, len(self.weights), 2):
            layer = layer @ self.weights[place] + self.weights[place + 1]
            if place < len(self.weights) - 2:
                np.maximum(layer, 0, out=layer)
            layers.append(layer)
        return layers

    def learn(self, features, results, rate):
        """A step of Adam towards the *results*; returns the mean squared error before it."""
        layers = self._layers(features)
        error = layers[-1][:, 0] - results
        slope = (2 / len(error) * error)[:, None].astype(np.float32)
        slopes = []
        for place in range(len(self.weights) - 2, -1, -2):
            before = layers[place // 2]
            slopes = [before.T @ slope, slope.sum(0), *slopes]
            if place:
                slope = (slope @ self.weights[place].T) * (before > 0)
        self._steps += 1
        scale = rate * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        for weight, (first, second), slope in zip(self.weights, self._moments, slopes, strict=True):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            weight -= scale * first / (np.sqrt(second) + 1e-8)
        return float(error @ error / len(error))
