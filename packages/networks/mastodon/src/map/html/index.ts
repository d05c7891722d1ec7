import type { HtmlContext, PlainText } from './plain-text.js'

export type { HtmlContext, PlainText } from './plain-text.js'

/** Converts HTML to plain text. */
export type ReadHtml = (html: string, context: HtmlContext) => PlainText

let loading: Promise<ReadHtml> | null = null

/**
 * Loads the HTML reader on first use. The parser is larger than the rest of the package, and most
 * applications only publish.
 * docs/decisions/0005-html-parser.md
 */
export function loadHtmlReader(): Promise<ReadHtml> {
  loading ??= import('./read-html.js').then(({ readHtml }) => readHtml)
  return loading
}
