import { assertAll, assertAllAsync, type Call, measureText } from '@social/core/platform'

import { isMastodonSince, type PollLimits, readPollLimits } from '../../limits/index.js'
import { refusal } from '../../messages.js'
import type { ReadOptions, Settings } from '../../options.js'

type Poll = NonNullable<ReadOptions['poll']>

const CHOICES = { field: 'options', optionPath: 'poll.options' } as const

function checkChoices(choices: readonly string[], { maxOptions }: PollLimits): void {
  if (choices.length > maxOptions)
    throw refusal(
      'POLL_TOO_MANY_CHOICES',
      `This mastodon server accepts at most ${maxOptions} choices in a poll. options.poll.options has ${choices.length}. Remove some.`,
      { ...CHOICES, limit: maxOptions, actual: choices.length },
    )
}

function checkChoice(choice: string, index: number, { maxOptionLength }: PollLimits): void {
  const optionPath = `poll.options[${index}]`
  if (choice === '')
    throw refusal('POLL_CHOICE_EMPTY', `options.${optionPath} is blank. Enter a text.`, {
      field: 'options',
      optionPath,
    })
  const length = measureText(choice, 'GRAPHEMES')
  if (length > maxOptionLength)
    throw refusal(
      'POLL_CHOICE_TOO_LONG',
      `options.${optionPath} has ${length} characters. This mastodon server accepts at most ${maxOptionLength}. Shorten it by ${length - maxOptionLength}.`,
      { field: 'options', optionPath, limit: maxOptionLength, actual: length },
    )
}

function checkDuration({ seconds }: Poll, { minSeconds, maxSeconds }: PollLimits): void {
  if (seconds < minSeconds || seconds > maxSeconds)
    throw refusal(
      'POLL_DURATION',
      `A poll of this mastodon server lasts ${minSeconds} to ${maxSeconds} seconds. options.poll.seconds is ${seconds}.`,
      {
        field: 'options',
        optionPath: 'poll.seconds',
        limit: seconds < minSeconds ? minSeconds : maxSeconds,
        actual: seconds,
        facts: { minSeconds, maxSeconds },
      },
    )
}

/**
 * Checks a poll against the limits of the server.
 *
 * @throws InvalidPostError for duplicate, too many or too long choices, or an invalid duration.
 */
function checkPoll(poll: Poll, limits: PollLimits): void {
  const choices = poll.options.map((choice) => choice.trim())
  assertAll(
    () => checkChoices(choices, limits),
    () => {
      if (new Set(choices).size < choices.length)
        throw refusal(
          'POLL_SAME_CHOICES',
          'Two choices of options.poll.options are the same. Remove one.',
          CHOICES,
        )
    },
    ...choices.map((choice, index) => () => checkChoice(choice, index, limits)),
    () => checkDuration(poll, limits),
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
  const limits = await readPollLimits(call, settings)
  await assertAllAsync(
    () => checkPoll(poll, limits),
    async () => {
      if (mediaCount > 0 && !(await isMastodonSince([4, 6], call, settings)))
        throw refusal(
          'MEDIA_WITH_POLL',
          'This mastodon server does not accept files together with a poll. Remove the files or options.poll.',
          { field: 'options', optionPath: 'poll' },
        )
    },
  )
}
