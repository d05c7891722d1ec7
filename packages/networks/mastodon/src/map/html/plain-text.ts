import type { TextLink } from '@social/core/platform'

/** Context needed to convert the HTML. */
export interface HtmlContext {
  /** Ids of mentioned people, by the URL of their profile. */
  readonly mentions: ReadonlyMap<string, string>
  /** True omits the fallback link to a quoted post. */
  readonly withoutQuoteLink: boolean
  /** True includes the invisible parts of a link: the text is then the original one. */
  readonly withInvisible?: boolean
}

/** Plain text of HTML, and its links. */
export interface PlainText {
  readonly text: string
  readonly links: readonly TextLink[]
}
