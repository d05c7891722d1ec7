import type { TextLink } from '@social/core/platform'

/** Information from the status that the HTML alone does not contain. */
export interface HtmlContext {
  /** Ids of the mentioned people, by profile URL. */
  readonly mentions: ReadonlyMap<string, string>
  /** If true, the text omits the fallback link that the server adds to a quote. */
  readonly withoutQuoteLink: boolean
  /**
   * If true, the text includes the invisible parts of links, so that the text equals the author's
   * original.
   */
  readonly withInvisible?: boolean
}

/** Plain text of a status, and the links in this text. */
export interface PlainText {
  readonly text: string
  readonly links: readonly TextLink[]
}
