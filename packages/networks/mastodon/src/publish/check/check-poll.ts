import { type Call, InvalidPostError, measureText } from '@social/core/platform'

import { isMastodonSince, type PollLimits, readPollLimits } from '../../limits/index.js'
import type { ReadOptions, Settings } from '../../options.js'

type Poll = NonNullable<ReadOptions['poll']>

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'mastodon' })
}

/**
 * Checks a poll against the limits of the server.
 *
 * @throws InvalidPostError for duplicate, too many or too long choices, or an invalid duration.
 */
function checkPoll(poll: Poll, limits: PollLimits): void {
  const { maxOptions, maxOptionLength, minSeconds, maxSeconds } = limits
  const choices = poll.options.map((choice) => choice.trim())
  if (choices.length > maxOptions)
    throw refuse(
      `This mastodon server accepts at most ${maxOptions} choices in a poll. options.poll.options has ${choices.length}. Remove some.`,
    )
  if (new Set(choices).size < choices.length)
    throw refuse('Two choices of options.poll.options are the same. Remove one.')
  for (const [index, choice] of choices.entries()) {
    if (choice === '') throw refuse(`options.poll.options[${index}] is blank. Enter a text.`)
    const length = measureText(choice, 'GRAPHEMES')
    if (length > maxOptionLength)
      throw refuse(
        `options.poll.options[${index}] has ${length} characters. This mastodon server accepts at most ${maxOptionLength}. Shorten it by ${length - maxOptionLength}.`,
      )
  }
  if (poll.seconds < minSeconds || poll.seconds > maxSeconds)
    throw refuse(
      `A poll of this mastodon server lasts ${minSeconds} to ${maxSeconds} seconds. options.poll.seconds is ${poll.seconds}.`,
    )
}

/**
 * Checks a poll and its combination with files.
 *
 * @throws InvalidPostError for an invalid poll, and for files with a poll before Mastodon 4.6.
 */
export async function checkPollOf(
  { poll, mediaCount }: { readonly poll: Poll | undefined; readonly mediaCount: number },
  call: Call,
  settings: Settings,
): Promise<void> {
  if (poll === undefined) return
  checkPoll(poll, await readPollLimits(call, settings))
  if (mediaCount > 0 && !(await isMastodonSince([4, 6], call, settings)))
    throw refuse(
      'This mastodon server does not accept files together with a poll. Remove the files or options.poll.',
    )
}
