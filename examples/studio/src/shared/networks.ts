import type { Happening } from './happenings.js'

/** One option of a post, described so that the page can draw a field for it. */
export interface OptionField {
  readonly name: string
  readonly label: string
  /** `yesNo` may be left open: then the network decides, and that need not be a no. */
  readonly kind: 'choice' | 'yesNo' | 'text' | 'number' | 'list'
  readonly required: boolean
  /** What a `choice` may be, and each line of a `list`; none where anything may be typed. */
  readonly choices: readonly string[]
  /** True where values are found by words, such as places. */
  readonly isSearched: boolean
}

/** One value that only the network knows, with what people call it. */
export interface OptionChoice {
  readonly value: string
  readonly label: string
}

/** Values that only the network knows, such as the boards of the account, by the option they are for. */
export type OptionChoices = Readonly<Record<string, readonly OptionChoice[]>>

/** A network the studio was given. */
export interface NetworkInfo {
  readonly name: string
  readonly displayName: string
  /** Server to suggest, for a network with many; null where there is only one. */
  readonly suggestedHost: string | null
  /** What to type into the sign-in form to be somebody in the emulator, by field. */
  readonly attemptWith: Readonly<Record<string, string>>
  readonly features: readonly string[]
  /** Names of the optional operations it has. */
  readonly abilities: readonly string[]
  /** What the emulator can be asked to let happen there. */
  readonly happenings: readonly Happening[]
  readonly options: readonly OptionField[]
}
