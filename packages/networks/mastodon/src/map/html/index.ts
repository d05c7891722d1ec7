import type { HtmlContext, PlainText } from './plain-text.js'

export type { HtmlContext, PlainText } from './plain-text.js'

/** Turns HTML into plain text. Pure. */
export type ReadHtml = (html: string, context: HtmlContext) => PlainText

let loading: Promise<ReadHtml> | null = null

/**
 * The HTML reader, loaded when it is first needed: the parser behind it is larger than the rest of the package, and
 * most programs that post never read. docs/decisions/0005-html-parser.md
 */
export function loadHtmlReader(): Promise<ReadHtml> {
  loading ??= import('./read-html.js').then(({ readHtml }) => readHtml)
  return loading
}
