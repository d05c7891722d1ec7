import {
  type GenericSchema,
  getMetadata,
  type InferOutput,
  metadata,
  type MetadataAction,
  pipe,
  type SchemaWithPipe,
} from 'valibot'

import type { LabelText, UserText } from '../../errors/index.js'
import type { MediaKind } from '../../models/index.js'

/** Label and help of one choice of an option. */
export interface ChoiceInfo {
  readonly label: LabelText
  readonly help?: LabelText | undefined
}

/** A condition under which an option has an effect. Every given field must hold. */
export interface OptionCondition {
  /** The post has a file of this kind. */
  readonly media?: MediaKind | undefined
  /** Another option has a value, or one of the values of `is`. */
  readonly option?: string | undefined
  readonly is?: readonly (string | number | boolean)[] | undefined
}

/** Description of a post option, for forms and messages. */
export interface OptionInfo {
  /** Name of the option in forms: `Board`. */
  readonly label: LabelText
  /** One sentence for the author of a post: what the option does. */
  readonly help?: LabelText | undefined
  /** Name of the option in the API of the network: `board_id`. */
  readonly networkName?: string | undefined
  /** Unit of a number: `seconds`. */
  readonly unit?: string | undefined
  /** Labels of the accepted values, by value. */
  readonly choices?: Readonly<Record<string, ChoiceInfo>> | undefined
  /** Conditions under which the option is accepted: all of them, or `[]` for none. */
  readonly onlyWith?: readonly OptionCondition[] | undefined
  /** User message for a missing value. Default: `{field} is required for {network}.` */
  readonly required?: UserText | undefined
  /** User message for an invalid value. Default: `{field} has a value that {network} does not accept.` */
  readonly invalid?: UserText | undefined
}

/** Key of the description in the metadata of a schema. */
const NAME = 'social.option'

/** A schema with a description. Its input and output are those of the schema. */
export type WithInfo<S extends GenericSchema> = SchemaWithPipe<
  readonly [S, MetadataAction<InferOutput<S>, { readonly [NAME]: OptionInfo }>]
>

/**
 * Adds a description to the schema of a post option. It belongs inside `v.optional(…)`.
 *
 * @example
 * boardId: v.optional(withInfo(v.string(), { label: { en: 'Board', de: 'Board' }, networkName: 'board_id' }))
 */
export function withInfo<const S extends GenericSchema>(schema: S, info: OptionInfo): WithInfo<S> {
  return pipe(schema, metadata({ [NAME]: info }))
}

/** Schema whose metadata can be read: a wrapper has the description of its inner schema. */
type Described = GenericSchema & { readonly wrapped?: Described }

/** The description of an option, through wrappers such as `optional`. Null without one. */
export function infoOf(schema: GenericSchema): OptionInfo | null {
  const described: Described = schema
  const found = getMetadata(described)[NAME] as OptionInfo | undefined // safe cast: only withInfo writes this name
  return found ?? (described.wrapped === undefined ? null : infoOf(described.wrapped))
}
