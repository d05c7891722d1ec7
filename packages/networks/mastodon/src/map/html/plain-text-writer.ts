import type { TextLink } from '@social/core/platform'

/** Part of the text: where it starts and ends, and what it says. */
export interface TextRange {
  readonly start: number
  readonly end: number
  readonly words: string
}

/** A run of white space with a line break in it is one space; any other stays. */
function onOneLine(space: string): string {
  return /[\r\n\f]/.test(space) ? ' ' : space
}

/** Puts plain text together, line by line. Breaks are only written once something follows them. */
export class PlainTextWriter {
  /** Links found so far. */
  readonly links: TextLink[] = []
  /** True inside `pre`, where white space counts. */
  isVerbatim = false
  #text = ''
  #breaks = 0
  #parts = new Set<{ start: number | null }>()

  /** Everything written so far. */
  get text(): string {
    return this.#text
  }

  /** Asks for at least so many line breaks before whatever comes next. */
  breakLine(count: number): void {
    this.#breaks = Math.max(this.#breaks, count)
  }

  /** One more line break: `<br>`. */
  addBreak(): void {
    this.#breaks += 1
  }

  /** Writes words. A line break in the source is a space, unless it stands in `pre`. */
  write(words: string): void {
    const isLineStart = this.#breaks > 0 || this.#text === ''
    let clean = this.isVerbatim ? words : words.replaceAll(/[ \t\r\n\f]+/g, onOneLine)
    if (isLineStart && clean !== words) clean = clean.trimStart()
    if (clean === '' || (isLineStart && clean.trim() === '' && !this.isVerbatim)) return
    if (this.#text !== '') this.#text += '\n'.repeat(this.#breaks)
    this.#breaks = 0
    for (const part of this.#parts) part.start ??= this.#text.length
    this.#text += clean
  }

  /** Starts a part; its first word decides where it begins. */
  startPart(): { start: number | null } {
    const part = { start: null }
    this.#parts.add(part)
    return part
  }

  /** Ends a part; one without words is empty. */
  endPart(part: { start: number | null }): TextRange {
    this.#parts.delete(part)
    const end = this.#text.length
    const start = part.start ?? end
    return { start, end, words: this.#text.slice(start, end) }
  }
}
