import { cleanText } from '../message-of.js'

/** Text for people in English and German; further languages are optional. */
export interface LabelText {
  readonly en: string
  readonly de: string
  readonly [language: string]: string
}

/** One value that a user message shows. A label is shown in the language of the message. */
export type MessageFact = string | number | boolean | Date | LabelText | null | undefined

/** Values that a user message shows, for example the limit that a post exceeds. */
export type MessageFacts = Readonly<Record<string, MessageFact>>

/**
 * Text of a user message in one language. `{limit}` is replaced with the fact `limit`, formatted for the language. Use a
 * function for grammar that placeholders cannot express, for example plurals.
 */
export type MessageTemplate = string | ((facts: ShownFacts) => string)

/** Facts of a message, with labels in the language of the message. */
export type ShownFacts = Readonly<Record<string, Exclude<MessageFact, LabelText>>> & {
  readonly language: string
}

/**
 * User message by language (BCP 47 tag). English is required and is the fallback.
 *
 * @example
 * const boardRequired: UserText = { en: 'Choose a board for this pin.', de: 'Wähle ein Board für diesen Pin.' }
 */
export interface UserText {
  readonly en: MessageTemplate
  readonly [language: string]: MessageTemplate
}

/** Maximum length of one fact in UTF-16 units. File names and texts of a network can be long. */
const MAX_FACT_LENGTH = 200

function formatFact(value: Exclude<MessageFact, LabelText>, language: string): string {
  if (typeof value === 'number') return value.toLocaleString(language)
  if (value instanceof Date)
    return value.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return value === null || value === undefined ? '' : cleanText(String(value)).slice(0, MAX_FACT_LENGTH)
}

/** Inserts the facts into a template. A missing fact becomes an empty text. */
export function renderTemplate(template: MessageTemplate, facts: MessageFacts, language: string): string {
  const shown: ShownFacts = {
    ...Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [name, isLabel(fact) ? labelIn(fact, language) : fact]),
    ),
    language,
  }
  if (typeof template === 'function') return template(shown)
  return template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => formatFact(shown[name], language))
}

const isLabel = (fact: MessageFact): fact is LabelText =>
  typeof fact === 'object' && fact !== null && !(fact instanceof Date)

/** A label in a language: the exact tag, its base language (`de` for `de-AT`), then English. */
export function labelIn(label: LabelText, language: string): string {
  return label[language] ?? label[language.split('-')[0] ?? ''] ?? label.en
}

/** Template of a text in a language: the exact tag, its base language (`de` for `de-AT`), then English. */
export function templateFor(text: UserText, language: string): MessageTemplate {
  return text[language] ?? text[language.split('-')[0] ?? ''] ?? text.en
}

/** Time until an event: `in 5 minutes`, `in 5 Minuten`. Null if the seconds are unknown. */
export function whenText(seconds: number | null, language: string): string | null {
  if (seconds === null || !Number.isFinite(seconds)) return null
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  const [unit, size] = UNITS.find(([, unitSeconds]) => seconds >= unitSeconds * 2) ?? (['second', 1] as const)
  return format.format(Math.max(1, Math.ceil(seconds / size)), unit)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[]
