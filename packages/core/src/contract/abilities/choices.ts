import type { RawData } from '../../errors/index.js'
import type { CallOptions } from '../call-options.js'
import type { Call } from '../calls.js'

/** An allowed value of a post option. */
export interface OptionChoice {
  /** Value to pass as the option. */
  readonly value: string
  /** Display name, such as the name of a board. */
  readonly label: string
}

/** Allowed values by option name. The schema of the options defines the values of an option that is missing here. */
export type OptionChoices = Readonly<Record<string, readonly OptionChoice[]>>

/** Options of `listChoices`. */
export interface ChoicesOptions extends CallOptions {
  /**
   * Values that the person has chosen so far, by names of `Post.options`. Some lists depend on them, such as the
   * sections of a board.
   */
  readonly options?: RawData | null | undefined
}

/** Operations that list or search the values of post options. */
export interface ChoiceOperations {
  /**
   * Lists values of post options that only the network knows, with display names, for example the boards of the
   * account. Use them for the fields of a form. The schema defines the values of options that are not listed.
   */
  listChoices(options?: ChoicesOptions): Promise<OptionChoices>
  /**
   * Finds values of a post option by text search, for example places. `searchedOptions(platform)` lists these
   * options.
   *
   * @throws ConfigError for an option without value search.
   */
  searchChoices(option: string, query: string, options?: CallOptions): Promise<readonly OptionChoice[]>
}

/**
 * Lists values of post options that only the network knows, for example the boards of the account. Sends only
 * requests that read.
 */
export interface CanListChoices {
  /**
   * @param options - Values chosen so far, by names of `Post.options`. Some lists depend on them, such as the
   * sections of a board. The platform ignores invalid values.
   */
  listChoices(options: RawData, call: Call): Promise<OptionChoices>
}

/**
 * Finds values of post options by text search, for example places or communities. The schema marks these options
 * with `searchedOption()`. Sends only requests that read.
 */
export interface CanSearchChoices {
  /**
   * @param search - An option that the schema marks, and the search text.
   * @returns One page of values from the network, best match first.
   */
  searchChoices(
    search: { readonly option: string; readonly query: string },
    call: Call,
  ): Promise<readonly OptionChoice[]>
}

/** Intersection of all abilities for option choices. */
export type ChoiceAbilities = CanListChoices & CanSearchChoices
