import type { PostEdit, PostEditInput } from '../contract/abilities/index.js'
import { InvalidPostError } from '../errors/index.js'
import { describeValue } from '../models/values/describe-value.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import { assertOptionsObject } from './options/read-options.js'
import { readText, refuseBadTexts } from './text.js'

const FIELDS: readonly string[] = ['text', 'options']

/**
 * Reads a post edit by the rules common to all networks.
 *
 * @param input - Input of the application.
 * @param platform - Registered name of the network.
 * @throws InvalidPostError for an edit without changes, and for a text that is not a string.
 * @throws ConfigError for an unknown field.
 */
export function readEdit(input: PostEditInput, platform: string): PostEdit {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new InvalidPostError(
      `An edit must be an object such as { text: 'Good morning' }, not ${describeValue(input)}.`,
      { platform },
    )
  refuseUnknownNames(input, FIELDS, 'account.editPost')
  const text =
    input.text === undefined || input.text === null ? null : readText(input.text, 'The new text', platform)
  const options = { ...assertOptionsObject(input.options, platform) }
  refuseBadTexts(options, platform)
  if (text === null && Object.keys(options).length === 0)
    throw new InvalidPostError('The edit changes nothing. Pass text, options or both.', { platform })
  return Object.freeze({ text, options })
}
