import type { RawData } from '../errors/index.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { PartialInit } from './values/left-out.js'
import { wrongArgument } from './values/wrong-argument.js'

/** One choice of a poll. */
export interface PollChoice {
  readonly text: string
  /** Null where the network does not say, or not yet. */
  readonly votes: number | null
  /** Share of all votes, 0 to 1; null where neither it nor the votes are known. */
  readonly share: number | null
  /** Null when unknown. */
  readonly chosenByMe: boolean | null
}

/** A poll in a post. */
export interface Poll {
  /** The network's own id of the poll; null where it has none beside the post's. */
  readonly id: string | null
  /** In the order people see them. */
  readonly choices: readonly PollChoice[]
  /** Null where it has no end, or the network does not say. */
  readonly endsAt: Date | null
  /** Null when unknown. */
  readonly isClosed: boolean | null
  /** True when one person may choose several. */
  readonly multiple: boolean
  /** All votes; null where the network does not say. */
  readonly voteCount: number | null
  /** Everybody who voted; null where the network does not say. */
  readonly voterCount: number | null
  /** Null when unknown. */
  readonly votedByMe: boolean | null
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** What a poll is made from; a choice is at least its text. */
export type PollInit = PartialInit<Omit<Poll, 'choices'>> & {
  readonly choices: readonly (PartialInit<Omit<PollChoice, 'text'>> & Pick<PollChoice, 'text'>)[]
}

/** Makes a poll; what is left out is null. Shares and the number of votes are worked out where all votes are known. */
export function makePoll(init: PollInit): Poll {
  assertObject(init, 'makePoll', '{ choices }')
  const { choices } = init
  if (!Array.isArray(choices) || ![...choices].every((choice) => typeof choice?.text === 'string'))
    throw wrongArgument('makePoll: choices', 'a list such as [{ text }]', choices)
  const areKnown = choices.every(({ votes }) => typeof votes === 'number')
  const sum = choices.reduce((votes, choice) => votes + (choice.votes ?? 0), 0)
  const total = init.voteCount ?? (areKnown ? sum : null)
  return model({
    id: init.id ?? null,
    choices: choices.map((choice) => {
      const votes = choice.votes ?? null
      const share = votes === null || total === null || total === 0 ? null : votes / total
      return { text: choice.text, votes, share: choice.share ?? share, chosenByMe: choice.chosenByMe ?? null }
    }),
    endsAt: init.endsAt ?? null,
    isClosed: init.isClosed ?? null,
    multiple: init.multiple ?? false,
    voteCount: total,
    voterCount: init.voterCount ?? null,
    votedByMe: init.votedByMe ?? null,
    raw: init.raw ?? {},
  })
}
