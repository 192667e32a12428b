// How scripts see the page, for `tsc` alone (jsconfig.json). The templates write the elements that scripts look up, so
// a lookup finds one; where it may be missing, the script says so with `?.` or `??`.

/** An element of a template: of any tag. */
interface Part extends HTMLElement, Omit<SVGElement, keyof HTMLElement> {
  action: string;
  autocomplete: string;
  checked: boolean;
  close(): void;
  content: DocumentFragment;
  dateTime: string;
  defaultChecked: boolean;
  defaultValue: string;
  disabled: boolean;
  elements: any;
  form: HTMLFormElement & Part;
  href: string;
  max: string;
  method: string;
  min: string;
  name: string;
  open: boolean;
  options: any;
  required: boolean;
  requestSubmit(): void;
  reset(): void;
  select(): void;
  selectedOptions: any;
  selectedIndex: number;
  showModal(): void;
  type: string;
  tFoot: HTMLElement | null;
  value: string;
}

interface ParentNode {
  querySelector(selectors: string): Part;
  querySelectorAll(selectors: string): NodeListOf<Part>;
}

interface Element {
  closest(selectors: string): Part;
  readonly dataset: DOMStringMap;
  focus(options?: FocusOptions): void;
  // What scripts remember on elements.
  dragged?: boolean;
  face?: any;
  key?: string;
  look?: string;
  observer?: ResizeObserver;
  play?: any;
  shadow?: any;
  slab?: any;
  version?: any;
  vertical?: boolean;
}

interface Document {
  getElementById(id: string): Part;
  addEventListener(type: string, listener: (event: any) => void, options?: boolean | AddEventListenerOptions): void;
}

interface HTMLElement {
  addEventListener(type: string, listener: (event: any) => void, options?: boolean | AddEventListenerOptions): void;
}

declare function addEventListener(
  type: string,
  listener: (event: any) => void,
  options?: boolean | AddEventListenerOptions,
): void;
