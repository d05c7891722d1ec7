import type { Happening } from './happenings.js'

/** Description of a post option, from which the page generates a field. */
export interface OptionField {
  readonly name: string
  readonly label: string
  /** A `yesNo` option can be unset: then the network's default applies, which can be yes. */
  readonly kind: 'choice' | 'yesNo' | 'text' | 'number' | 'list'
  readonly required: boolean
  /** Allowed values of a `choice`, or of each item of a `list`. Empty if any text is allowed. */
  readonly choices: readonly string[]
  /** True if values can be searched, such as places. */
  readonly isSearched: boolean
}

/** A value that only the network knows, with its label. */
export interface OptionChoice {
  readonly value: string
  readonly label: string
}

/** Values that only the network knows, such as the boards of the account, by option. */
export type OptionChoices = Readonly<Record<string, readonly OptionChoice[]>>

/** A network of the studio. */
export interface NetworkInfo {
  readonly name: string
  readonly displayName: string
  /** Suggested server for a network with many servers. Null if there is only one. */
  readonly suggestedHost: string | null
  /** Sample values for the sign-in form of the emulator, by field. */
  readonly sampleSignIn: Readonly<Record<string, string>>
  readonly features: readonly string[]
  /** Names of the supported optional operations. */
  readonly abilities: readonly string[]
  /** Events that the emulator can trigger at the network. */
  readonly happenings: readonly Happening[]
  readonly options: readonly OptionField[]
}
