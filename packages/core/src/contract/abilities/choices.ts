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

/**
 * Allowed values, by option name. For an option that is missing here, the schema of the options defines the values.
 */
export type OptionChoices = Readonly<Record<string, readonly OptionChoice[]>>

/** Options of listing choices. */
export interface ChoicesOptions extends CallOptions {
  /** Values chosen so far, by names of `Post.options`. Some lists depend on others, such as the sections of a board. */
  readonly options?: RawData | null | undefined
}

/** Queries about post options. */
export interface ChoiceOperations {
  /**
   * Values of post options that only the network knows, with display names: boards of the account, post visibility. Use them
   * for the fields of a form. For options that are not listed, the schema defines the values.
   */
  listChoices(options?: ChoicesOptions): Promise<OptionChoices>
  /**
   * Values of a post option found by text search, such as places. `searchedOptions(platform)` lists these options.
   *
   * @throws ConfigError for an option without value search.
   */
  searchChoices(option: string, query: string, options?: CallOptions): Promise<readonly OptionChoice[]>
}

/** Lists values of post options that only the network knows: boards of the account, post visibility. Read-only. */
export interface CanListChoices {
  /**
   * @param options - Values chosen so far, by names of `Post.options`. Some lists depend on others, such as the sections of
   *   a board. Invalid values are ignored.
   */
  listChoices(options: RawData, call: Call): Promise<OptionChoices>
}

/**
 * Finds values of post options by text search: places, communities. The schema marks these options with
 * `searchedOption()`. Read-only.
 */
export interface CanSearchChoices {
  /**
   * @param search - A marked option, and the search text.
   * @returns One page of the network, best match first.
   */
  searchChoices(
    search: { readonly option: string; readonly query: string },
    call: Call,
  ): Promise<readonly OptionChoice[]>
}

/** All abilities for option choices. */
export type ChoiceAbilities = CanListChoices & CanSearchChoices
