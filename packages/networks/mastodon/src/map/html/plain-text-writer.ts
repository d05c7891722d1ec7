import type { TextLink } from '@social/core/platform'

import type { HtmlContext } from './plain-text.js'
import { type AnchorTarget, toTextLink } from './text-link.js'

/**
 * Returns one space for white space that contains a line break. Returns other white space
 * unchanged.
 */
function onOneLine(space: string): string {
  return /[\r\n\f]/.test(space) ? ' ' : space
}

/**
 * Builds the plain text of HTML. Writes line breaks only when text follows them.
 *
 * The text of an open link is collected separately. Cutting it out of the whole text would copy the
 * whole text once for each link.
 */
export class PlainTextWriter {
  /** Links written so far, in order. */
  readonly links: TextLink[] = []
  readonly #context: HtmlContext
  #text = ''
  #breaks = 0
  #link: { readonly target: AnchorTarget; start: number; text: string } | null = null

  constructor(context: HtmlContext) {
    this.#context = context
  }

  /** Returns all text written so far. */
  get text(): string {
    return this.#text
  }

  /** Sets the minimum number of line breaks before the next text. */
  breakLine(count: number): void {
    this.#breaks = Math.max(this.#breaks, count)
  }

  /** Adds one line break for `<br>`. */
  addBreak(): void {
    this.#breaks += 1
  }

  /**
   * Appends text. A line break in the HTML source becomes a space.
   *
   * @param options - `isVerbatim` is true inside `pre`, where white space is kept.
   */
  write(text: string, { isVerbatim }: { readonly isVerbatim: boolean }): void {
    const isLineStart = this.#breaks > 0 || this.#text === ''
    let clean = isVerbatim ? text : text.replaceAll(/[ \t\r\n\f]+/g, onOneLine)
    if (isLineStart && clean !== text) clean = clean.trimStart()
    if (clean === '' || (isLineStart && clean.trim() === '' && !isVerbatim)) return
    const breaks = this.#text === '' ? '' : '\n'.repeat(this.#breaks)
    this.#breaks = 0
    this.#text += breaks
    if (this.#link && this.#link.text === '') this.#link.start = this.#text.length
    else if (this.#link) this.#link.text += breaks
    this.#text += clean
    if (this.#link) this.#link.text += clean
  }

  /** Starts a link at the next text. Ends an open link first, because links do not nest. */
  startLink(target: AnchorTarget): void {
    this.endLink()
    this.#link = { target, start: this.#text.length, text: '' }
  }

  /** Ends the open link, if any. */
  endLink(): void {
    if (!this.#link) return
    const { target, start, text } = this.#link
    this.#link = null
    const link = toTextLink({ ...target, text, start, end: start + text.length }, this.#context)
    if (link) this.links.push(link)
  }
}
