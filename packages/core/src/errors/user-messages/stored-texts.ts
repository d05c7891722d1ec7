import type { UserText } from './template.js'
import { userMessageOf } from './user-message-of.js'

/** User messages of one problem by language, for a store. */
export type StoredTexts = Readonly<Record<string, string>>

/** Languages in which a user message is stored. */
const LANGUAGES = ['en', 'de'] as const

/** Renders the user message of a problem in every language of the library. */
export function renderTexts(problem: unknown): StoredTexts {
  return Object.fromEntries(LANGUAGES.map((language) => [language, userMessageOf(problem, { language })]))
}

/** Converts stored messages to a text. Braces are replaced, because they would be read as placeholders. */
export function textOfStored(texts: StoredTexts): UserText | null {
  const { en, ...others }: Record<string, string> = Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [
      language,
      text.replaceAll('{', '(').replaceAll('}', ')'),
    ]),
  )
  return en === undefined ? null : { en, ...others }
}
