import type { Happening } from './happenings.js'

/** Allowed value of an option, with its label. */
export interface OptionChoice {
  readonly value: string
  readonly label: string
}

/** Description of a post option, from which the page generates a form field. */
export interface OptionField {
  readonly name: string
  readonly label: string
  /** One sentence about the option. Null without one. */
  readonly help: string | null
  /** Unit of a number, such as `seconds`. Null without one. */
  readonly unit: string | null
  /** Type of the option. A `yesNo` option can be unset, which selects the network's default. */
  readonly kind: 'choice' | 'yesNo' | 'text' | 'number' | 'list'
  readonly required: boolean
  /**
   * Allowed values of a `choice` option, or of each item of a `list` option. Empty if any text is
   * allowed.
   */
  readonly choices: readonly OptionChoice[]
  /** True if the network can search for values of this option, such as places. */
  readonly isSearched: boolean
}

/**
 * Option values that the page must load from the network, such as the boards of the account, by
 * option.
 */
export type OptionChoices = Readonly<Record<string, readonly OptionChoice[]>>

/** A network of the studio. */
export interface NetworkInfo {
  readonly name: string
  readonly displayName: string
  /** Server that the page suggests at sign-in. Null if the network has only one server. */
  readonly suggestedHost: string | null
  /** Sample values for the sign-in form of the emulated network, by field. */
  readonly sampleSignIn: Readonly<Record<string, string>>
  readonly features: readonly string[]
  /** Names of the optional operations that the network supports. */
  readonly abilities: readonly string[]
  /** Events that the emulator can trigger at this network. */
  readonly happenings: readonly Happening[]
  readonly options: readonly OptionField[]
}
