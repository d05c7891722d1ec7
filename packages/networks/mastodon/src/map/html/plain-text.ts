import type { TextLink } from '@social/core/platform'

/** Context needed to convert the HTML. */
export interface HtmlContext {
  /** Ids of mentioned people, by the URL of their profile. */
  readonly mentions: ReadonlyMap<string, string>
  /** True if the text omits the fallback link to a quoted post. */
  readonly withoutQuoteLink: boolean
  /** True if the text includes the invisible parts of a link, so that the text equals the author's original. */
  readonly withInvisible?: boolean
}

/** Plain text of HTML, and its links. */
export interface PlainText {
  readonly text: string
  readonly links: readonly TextLink[]
}
