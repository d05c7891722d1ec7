import type { RawData } from '../errors/index.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { PartialInit } from './values/left-out.js'
import { wrongArgument } from './values/wrong-argument.js'

/** One choice of a poll. */
export interface PollChoice {
  readonly text: string
  /** Number of votes for this choice; null if the network does not report it, or not yet. */
  readonly votes: number | null
  /** Share of all votes, 0 to 1; null if neither the share nor the votes are known. */
  readonly share: number | null
  /** True if the connected account selected this choice; null if unknown. */
  readonly chosenByMe: boolean | null
}

/** A poll in a post. */
export interface Poll {
  /** Id of the poll at the network; null if the poll has no id of its own. */
  readonly id: string | null
  /** The choices in display order. */
  readonly choices: readonly PollChoice[]
  /** End of the poll; null if the poll does not end or its end is unknown. */
  readonly endsAt: Date | null
  /** True if the poll has ended; null if unknown. */
  readonly isClosed: boolean | null
  /** True if a person can select several choices. */
  readonly multiple: boolean
  /** Number of votes; null if unknown. */
  readonly voteCount: number | null
  /** Number of people who voted; null if unknown. */
  readonly voterCount: number | null
  /** True if the connected account has voted; null if unknown. */
  readonly votedByMe: boolean | null
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Fields of a poll. A choice requires only its text. */
export type PollInit = PartialInit<Omit<Poll, 'choices'>> & {
  readonly choices: readonly (PartialInit<Omit<PollChoice, 'text'>> & Pick<PollChoice, 'text'>)[]
}

/** Creates a poll. Missing fields are null. Shares and the number of votes are calculated if all votes are known. */
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
