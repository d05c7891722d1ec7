import { invalidPost } from '../../checks/assert-all.js'
import { assertOptionsObject, readText, refuseBadTexts } from '../../checks/index.js'
import type { AllAbilities, MessageOptions, Platform, PublishCall } from '../../contract/index.js'
import type { RawData } from '../../errors/index.js'
import type { Message, Update } from '../../models/index.js'
import { fingerprintPost } from '../../publishing/fingerprint.js'
import { type Supporting, supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import { PUBLISH_NAMES, readCallOptions } from '../arguments.js'
import type { PublishOptions } from '../types.js'
import { MessagePublication, ReplyPublication } from './publications.js'

/** Values needed to send one message. */
interface MessageParts<M extends keyof AllAbilities> {
  /** Content from which the fingerprint is computed. */
  readonly content: RawData & { readonly text: string }
  readonly options: MessageOptions | undefined
  readonly ask: (
    platform: Supporting<M>,
    message: { readonly text: string; readonly options: RawData },
    call: PublishCall,
  ) => Promise<Message>
}

/** Sends a message at most once per idempotency key. */
export function publishMessage<M extends 'sendMessage' | 'startConversation'>(
  runner: AccountRunner,
  operation: M,
  { content, options: given, ask }: MessageParts<M>,
): Promise<Message> {
  const { options: networkOptions, ...options } = readCallOptions(given, operation, [
    ...PUBLISH_NAMES,
    'options',
  ])
  return runner.publishing(operation, options, (deadline) => {
    const platform = supporting(runner.platform, operation)
    const text = assertText(content.text, platform)
    const message = { text, options: { ...assertOptionsObject(networkOptions, platform.name) } }
    refuseBadTexts(message.options, platform.name)
    // A first message without options keeps the fingerprint that earlier versions of the library computed, so that
    // their keys stay valid.
    const isPlain = operation === 'startConversation' && Object.keys(message.options).length === 0
    const extra = isPlain ? content : { ...content, options: message.options }
    const prepare = () => fingerprintPost({ text, extra })
    const send = (call: PublishCall) => ask(platform, message, call)
    return new MessagePublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

/** Replies to an update at most once per idempotency key. */
export async function replyToUpdate(
  runner: AccountRunner,
  update: Update,
  input: string,
  given?: PublishOptions,
): Promise<string | null> {
  const operation = 'replyToUpdate'
  const options = readCallOptions(given, operation, PUBLISH_NAMES)
  return runner.publishing(operation, options, (deadline) => {
    const platform = supporting(runner.platform, operation)
    const text = assertText(input, platform)
    const prepare = () => fingerprintPost({ text, extra: { updateId: update.id } })
    const send = async (call: PublishCall) => {
      const id: unknown = await platform.replyToUpdate(update, text, call)
      return typeof id === 'string' ? id : null
    }
    return new ReplyPublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

/** Comments on a post of the account at most once per idempotency key. */
export function publishComment(
  runner: AccountRunner,
  postId: string,
  input: string,
  given?: PublishOptions,
): Promise<string | null> {
  const operation = 'comment'
  const options = readCallOptions(given, operation, PUBLISH_NAMES)
  return runner.publishing(operation, options, (deadline) => {
    const platform = supporting(runner.platform, operation)
    const text = assertText(input, platform)
    const prepare = () => fingerprintPost({ text, extra: { postId } })
    const send = (call: PublishCall) => platform.comment(postId, text, call)
    return new ReplyPublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

function assertText(input: unknown, { name }: Platform): string {
  const text = readText(input ?? '', 'The text', name)
  if (text.trim() !== '') return text
  throw invalidPost(name, {
    field: 'text',
    code: 'TEXT_REQUIRED',
    message: `${name} requires text: the text to send is empty.`,
  })
}
