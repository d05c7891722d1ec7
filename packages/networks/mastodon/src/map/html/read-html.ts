import { type Token, Tokenizer, TokenizerMode } from 'parse5'

import { BLOCKS, type OpenElement, OpenElements, VOID_ELEMENTS } from './elements.js'
import { PlainTextWriter } from './plain-text-writer.js'
import type { HtmlContext, PlainText } from './plain-text.js'

/**
 * Maximum HTML characters that are converted. Longer HTML is cut and loses its links. Normal posts
 * have a few kilobytes. Our choice.
 */
const MAX_HTML_LENGTH = 1_048_576

/** Elements whose content is not displayed, with the tokenizer state for their content. */
const NOT_SHOWN: ReadonlyMap<string, Tokenizer['state']> = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
])

/** Returns the value of an attribute; '' when the attribute is missing. */
function attribute(tag: Token.TagToken, name: string): string {
  return tag.attrs.find((one) => one.name === name)?.value ?? ''
}

function namesOf(value: string): readonly string[] {
  return value.split(/\s+/)
}

/**
 * Converts HTML tokens directly to plain text. No tree is built, because the repair rules of HTML
 * copy elements: a few kilobytes of wrongly nested elements would become millions of nodes.
 */
class HtmlReader {
  readonly #open = new OpenElements()
  readonly #writer: PlainTextWriter
  readonly #context: HtmlContext
  readonly #tokenizer = new Tokenizer({}, this)
  /**
   * Text since the last tag. The tokenizer emits white space and other characters as separate
   * tokens.
   */
  #text = ''
  #hidden = 0
  #verbatim = 0
  #skipsLineFeed = false
  #isTooDeep = false

  constructor(context: HtmlContext) {
    this.#context = context
    this.#writer = new PlainTextWriter(context)
  }

  read(html: string): PlainText {
    this.#tokenizer.write(html.slice(0, MAX_HTML_LENGTH), true)
    const { text, links } = this.#writer
    return { text, links: this.#isTooDeep || html.length > MAX_HTML_LENGTH ? [] : links }
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    this.#text += chars
  }

  onWhitespaceCharacter({ chars }: Token.CharacterToken): void {
    this.#text += chars
  }

  onNullCharacter(): void {}

  onComment(): void {}

  onDoctype(): void {}

  onEof(): void {
    this.#flush()
    this.#writer.endLink()
  }

  onStartTag(tag: Token.TagToken): void {
    this.#flush()
    const { tagName: name } = tag
    if (BLOCKS.has(name)) this.#close('p')
    if (name === 'a') this.#close('a')
    const mode = NOT_SHOWN.get(name)
    if (mode !== undefined) this.#tokenizer.state = mode
    if (VOID_ELEMENTS.has(name)) {
      if (this.#hidden === 0) this.#writeVoid(name)
      return
    }
    const classes = namesOf(attribute(tag, 'class'))
    const isHidden = mode !== undefined || this.#isHidden(classes)
    const element = { name, isHidden, isVerbatim: name === 'pre' }
    if (this.#open.add(element)) this.#enter(element, tag, classes)
    else this.#isTooDeep = true
  }

  onEndTag({ tagName: name }: Token.TagToken): void {
    this.#flush()
    if (this.#close(name) || this.#hidden > 0) return
    // HTML treats the end tag `</br>` as a line break.
    if (name === 'br') this.#writer.addBreak()
    if (name === 'p') this.#writer.breakLine(2)
  }

  #flush(): void {
    const text = this.#skipsLineFeed && this.#text.startsWith('\n') ? this.#text.slice(1) : this.#text
    this.#text = ''
    this.#skipsLineFeed = false
    if (text !== '' && this.#hidden === 0) this.#writer.write(text, { isVerbatim: this.#verbatim > 0 })
  }

  #writeVoid(name: string): void {
    if (name === 'br') this.#writer.addBreak()
    else if (name === 'hr') this.#writer.breakLine(1)
  }

  /**
   * Returns true for hidden elements: the scheme and the end of a long URL, and the fallback link
   * of a quote.
   */
  #isHidden(classes: readonly string[]): boolean {
    const { withInvisible, withoutQuoteLink } = this.#context
    if (classes.includes('invisible') && withInvisible !== true) return true
    return withoutQuoteLink && classes.includes('quote-inline')
  }

  #enter({ name, isHidden, isVerbatim }: OpenElement, tag: Token.TagToken, classes: readonly string[]): void {
    if (isHidden) this.#hidden += 1
    if (isVerbatim) this.#verbatim += 1
    this.#skipsLineFeed = isVerbatim
    if (this.#hidden > 0) return
    this.#writer.breakLine(BLOCKS.get(name) ?? 0)
    if (name !== 'a') return
    const isTag = classes.includes('hashtag') || namesOf(attribute(tag, 'rel')).includes('tag')
    this.#writer.startLink({ url: attribute(tag, 'href'), isTag, isMention: classes.includes('mention') })
  }

  #close(name: string): boolean {
    const closed = this.#open.close(name)
    for (const element of closed) this.#leave(element)
    return closed.length > 0
  }

  #leave({ name, isHidden, isVerbatim }: OpenElement): void {
    if (isHidden) this.#hidden -= 1
    else if (this.#hidden === 0) this.#writer.breakLine(BLOCKS.get(name) ?? 0)
    if (isVerbatim) this.#verbatim -= 1
    if (name === 'a') this.#writer.endLink()
  }
}

/**
 * Converts the HTML of a status to plain text with links, in linear time. If the HTML is nested
 * too deeply or too long, the result has no links.
 *
 * @param html - HTML as sent by the server.
 * @param context - Ids of mentioned people, and whether the fallback link of a quote is omitted.
 */
export function readHtml(html: string, context: HtmlContext): PlainText {
  return new HtmlReader(context).read(html)
}
