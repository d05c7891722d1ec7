/**
 * Block elements with the number of line breaks before and after each element. Two line breaks
 * make an empty line.
 */
export const BLOCKS: ReadonlyMap<string, number> = new Map([
  ['p', 2],
  ...'address article aside blockquote dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main ol pre section table tr ul'
    .split(' ')
    .map((name) => [name, 1] as const),
])

/**
 * Elements that have no content and no end tag.
 * https://html.spec.whatwg.org/multipage/syntax.html#void-elements (read 2026-11-23)
 */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
)

/** An element that is open at the current position of the HTML. */
export interface OpenElement {
  readonly name: string
  /** True when the element's content is not part of the text. */
  readonly isHidden: boolean
  /** True when the white space of the element's content is kept. */
  readonly isVerbatim: boolean
}

/**
 * Maximum number of nested elements. Browsers stop at 512; Mastodon's posts stay below 20. Our
 * choice.
 */
const MAX_OPEN_ELEMENTS = 256

/**
 * Stack of the elements that are open at the current position.
 *
 * The depth is limited, so that each tag takes constant time. HTML's own algorithm for wrongly
 * nested elements ("adoption agency algorithm") copies elements without such a limit.
 */
export class OpenElements {
  readonly #open: OpenElement[] = []

  /**
   * Opens an element.
   *
   * @returns False when the element is nested too deeply. The element is then not added.
   */
  add(element: OpenElement): boolean {
    if (this.#open.length >= MAX_OPEN_ELEMENTS) return false
    this.#open.push(element)
    return true
  }

  /**
   * Closes the innermost element with this name. The end tag of a block also closes all elements
   * inside of the block.
   *
   * @returns The closed elements, innermost first; empty when no element of this name is open.
   */
  close(name: string): readonly OpenElement[] {
    const index = this.#open.findLastIndex((element) => element.name === name)
    if (index === -1) return []
    return this.#open.splice(index, BLOCKS.has(name) ? Infinity : 1).toReversed()
  }
}
