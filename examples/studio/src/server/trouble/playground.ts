import { ControlError } from '@social/emulator'

import type { Happening } from '../../shared/happenings.js'
import type { PostInfo } from '../../shared/posts.js'
import type { StoredAccount } from '../accounts/accounts.js'
import type { Networks } from '../emulated/emulator.js'
import { actOf } from '../emulated/happenings/index.js'
import { BadRequest } from '../refusals.js'

/** Texts that the people of the emulated networks write, used in turn. */
const TEXTS: Partial<Record<Happening, readonly string[]>> = {
  comment: [
    'This is wonderful! Is it open on Sundays as well?',
    'I have been waiting for this. Well done!',
    'How did you make it? I would love to try it at home.',
    'My sister has to see this.',
  ],
  mention: ['you should meet, you two would get along.', 'have you seen this?', 'thank you for yesterday!'],
  editReview: ['Even better the second time.', 'On Sundays there is a queue.'],
  review: ['The best rye for miles.', 'Friendly, and open early.'],
  message: [
    'Hi! Do you ship to Norway?',
    'Could I come by tomorrow around ten?',
    'Your link seems to be broken.',
  ],
}

/** Triggers events at the emulated networks, in which other people act. */
export class Playground {
  readonly #networks: Networks
  #turn = 0

  constructor(networks: Networks) {
    this.#networks = networks
  }

  /**
   * @throws BadRequest if the network does not have the event, or if the event needs a post and
   * the account has none.
   */
  happen(what: Happening, account: StoredAccount, posts: readonly PostInfo[]): void {
    const act = actOf(account.network, what)
    if (act === null) throw new BadRequest('This network does not have this event.')
    this.#turn += 1
    const texts = TEXTS[what] ?? ['']
    try {
      act({
        networks: this.#networks,
        accountId: account.id.slice(account.network.length + 1),
        name: account.name,
        posts: posts.filter(({ accountId }) => accountId === account.id),
        turn: this.#turn,
        text: texts[this.#turn % texts.length] ?? '',
      })
    } catch (error) {
      if (error instanceof ControlError) throw new BadRequest(error.message)
      throw error
    }
  }
}
