# The site with everything it needs but its database and Redis: `docker compose up` (docker-compose.yml).
FROM python:3.13.14-slim AS packages
RUN python -m venv /venv
COPY requirements.lock /
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r /requirements.lock

# Node.js bundles the static files, and stays behind.
FROM packages AS files
WORKDIR /site
COPY requirements-build.lock package.json package-lock.json ./
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements-build.lock \
    && PATH=/venv/bin:$PATH npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
# Depends on no setting; the key is for this command alone.
RUN SECRET_KEY=only-to-collect-static /venv/bin/python manage.py collectstatic --noinput --verbosity 0

FROM python:3.13.14-slim
RUN useradd --system --uid 1000 --create-home --shell /usr/sbin/nologin boneyard
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /site
COPY --from=packages /venv /venv
COPY . .
COPY --from=files /site/staticfiles staticfiles
RUN python -m deploy.texts compile && mkdir -p var && chown boneyard var
USER boneyard
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["daphne", "--bind", "0.0.0.0", "--port", "8000", "--proxy-headers", "--verbosity", "0", "dominoes_site.asgi:application"]
