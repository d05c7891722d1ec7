import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { makePoll } from './poll.js'

it('calculates votes and shares when all votes are known', () => {
  const poll = makePoll({
    choices: [
      { text: 'yes', votes: 3 },
      { text: 'no', votes: 1, chosenByMe: true },
    ],
  })

  expect(poll).toMatchObject({ voteCount: 4, multiple: false, endsAt: null, votedByMe: null })
  expect(poll.choices).toEqual([
    { text: 'yes', votes: 3, share: 0.75, chosenByMe: null },
    { text: 'no', votes: 1, share: 0.25, chosenByMe: true },
  ])
})

it('leaves votes that the network hides null', () => {
  const poll = makePoll({ choices: [{ text: 'yes', votes: 3 }, { text: 'no' }] })

  expect(poll.voteCount).toBeNull()
  expect(poll.choices.map(({ share }) => share)).toEqual([null, null])
})

it('accepts shares from a network that reports no votes', () => {
  expect(makePoll({ choices: [{ text: 'yes', share: 0.4 }] }).choices[0]).toMatchObject({
    votes: null,
    share: 0.4,
  })
})

it('leaves the share null when there are no votes', () => {
  expect(makePoll({ choices: [{ text: 'yes', votes: 0 }] }).choices[0]?.share).toBeNull()
})

it('refuses a list with empty slots', () => {
  expect(() => makePoll({ choices: Array<never>(2) })).toThrow(ConfigError)
})
