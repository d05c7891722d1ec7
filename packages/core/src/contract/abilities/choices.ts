import type { RawData } from '../../errors/index.js'
import type { CallOptions } from '../call-options.js'
import type { Call } from '../calls.js'

/** One value that a post option may have. */
export interface OptionChoice {
  /** As the option takes it. */
  readonly value: string
  /** What people know it by: the name of a board. */
  readonly label: string
}

/** Values by the name of the option they are for. An option that is not here takes whatever its schema says. */
export type OptionChoices = Readonly<Record<string, readonly OptionChoice[]>>

/** What was chosen so far. */
export interface ChoicesOptions extends CallOptions {
  /** Under the names of `Post.options`: some lists depend on others, such as the sections of a board. */
  readonly options?: RawData | null | undefined
}

/** What an application asks about post options. */
export interface ChoiceOperations {
  /**
   * Values of post options that only the network knows, with what people call them: the boards of the account, who may see
   * its posts. For the fields of a form; options that are not in it take what their schema says.
   */
  listChoices(options?: ChoicesOptions): Promise<OptionChoices>
  /**
   * Values of a post option that are found by words, such as places. `searchedOptions(platform)` names the options.
   *
   * @throws ConfigError for an option whose values cannot be searched for.
   */
  searchChoices(option: string, words: string, options?: CallOptions): Promise<readonly OptionChoice[]>
}

/** Lists values of post options that only the network knows: boards of the account, who may see its posts. Reads only. */
export interface CanListChoices {
  /**
   * @param options - What was chosen so far, under the names of `Post.options`: some lists depend on others, such as the
   *   sections of a board. Values that make no sense count as not chosen.
   */
  listChoices(options: RawData, call: Call): Promise<OptionChoices>
}

/**
 * Finds values of post options by words: places, communities. Which options those are says their schema, by
 * `searchedOption()`. Reads only.
 */
export interface CanSearchChoices {
  /**
   * @param search - The option, one of those that are marked; and the words that somebody typed.
   * @returns What fits best first; one page of the network.
   */
  searchChoices(
    search: { readonly option: string; readonly words: string },
    call: Call,
  ): Promise<readonly OptionChoice[]>
}

/** The abilities of this topic. */
export type ChoiceAbilities = CanListChoices & CanSearchChoices
