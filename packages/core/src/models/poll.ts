import type { RawData } from '../errors/index.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { PartialInit } from './values/left-out.js'
import { wrongArgument } from './values/wrong-argument.js'

/** One choice of a poll in a post. */
export interface PollChoice {
  readonly text: string
  /**
   * Number of votes for this choice. Null if the network does not report the number, or does not
   * report it yet.
   */
  readonly votes: number | null
  /**
   * Share of all votes, from 0 to 1. Null if the network reports neither the share nor the votes.
   */
  readonly share: number | null
  /** True if the connected account voted for this choice. Null if unknown. */
  readonly chosenByMe: boolean | null
}

/** A poll that is part of a post. */
export interface Poll {
  /** Id of the poll at the network. Null if polls have no id there. */
  readonly id: string | null
  /** Choices in the order in which they are displayed. */
  readonly choices: readonly PollChoice[]
  /** Time at which the poll ends. Null if the poll has no end, or if the end is unknown. */
  readonly endsAt: Date | null
  /** True if the poll has ended. Null if unknown. */
  readonly isClosed: boolean | null
  /** True if one voter can select several choices. */
  readonly multiple: boolean
  /** Number of all votes. Null if unknown. */
  readonly voteCount: number | null
  /** Number of people who voted. Null if unknown. */
  readonly voterCount: number | null
  /** True if the connected account has voted. Null if unknown. */
  readonly votedByMe: boolean | null
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** Fields for creating a poll. Only the texts of the choices are required. */
export type PollInit = PartialInit<Omit<Poll, 'choices'>> & {
  readonly choices: readonly (PartialInit<Omit<PollChoice, 'text'>> & Pick<PollChoice, 'text'>)[]
}

/**
 * Creates a poll. Missing fields become null. If the votes of all choices are known, the shares
 * and the number of votes are calculated.
 */
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
