import type { TextLink } from '@social/core/platform'

/** What the reader has to know beside the HTML. */
export interface HtmlContext {
  /** Id of a mentioned person, by the address of their page. */
  readonly mentions: ReadonlyMap<string, string>
  /** True leaves the fallback link to a quoted post out. */
  readonly withoutQuoteLink: boolean
  /** True keeps the parts of a link that are not shown: the text is then as it was written. */
  readonly withInvisible?: boolean
}

/** HTML as plain text, and which parts of it are links. */
export interface PlainText {
  readonly text: string
  readonly links: readonly TextLink[]
}
