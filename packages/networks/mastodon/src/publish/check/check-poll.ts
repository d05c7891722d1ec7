import { type Call, InvalidPostError, measureText } from '@social/core/platform'

import { isMastodonSince, type PollLimits, readPollLimits } from '../../limits/index.js'
import type { ReadOptions, Settings } from '../../options.js'

type Poll = NonNullable<ReadOptions['poll']>

function refuse(what: string): InvalidPostError {
  return new InvalidPostError(what, { platform: 'mastodon' })
}

/** @throws InvalidPostError when the choices are the same, too many or too long, or the time is out of range. */
function checkPoll(poll: Poll, limits: PollLimits): void {
  const { maxOptions, maxOptionLength, minSeconds, maxSeconds } = limits
  const choices = poll.options.map((choice) => choice.trim())
  if (choices.length > maxOptions)
    throw refuse(
      `A poll of this mastodon server takes at most ${maxOptions} choices; options.poll.options has ${choices.length}. Take some out.`,
    )
  if (new Set(choices).size < choices.length)
    throw refuse('Two choices of options.poll.options are the same. Take one out.')
  for (const [index, choice] of choices.entries()) {
    if (choice === '') throw refuse(`options.poll.options[${index}] is blank. Give it words.`)
    const length = measureText(choice, 'GRAPHEMES')
    if (length > maxOptionLength)
      throw refuse(
        `options.poll.options[${index}] has ${length} characters; this mastodon server takes at most ${maxOptionLength}. Shorten it by ${length - maxOptionLength}.`,
      )
  }
  if (poll.seconds < minSeconds || poll.seconds > maxSeconds)
    throw refuse(
      `A poll of this mastodon server is open for ${minSeconds} to ${maxSeconds} seconds; options.poll.seconds is ${poll.seconds}.`,
    )
}

/** The same, and what may stand beside a poll. @throws InvalidPostError for files before Mastodon 4.6. */
export async function checkPollOf(
  { poll, mediaCount }: { readonly poll: Poll | undefined; readonly mediaCount: number },
  call: Call,
  settings: Settings,
): Promise<void> {
  if (poll === undefined) return
  checkPoll(poll, await readPollLimits(call, settings))
  if (mediaCount > 0 && !(await isMastodonSince([4, 6], call, settings)))
    throw refuse('This mastodon server takes no files beside a poll. Take the files or options.poll out.')
}
