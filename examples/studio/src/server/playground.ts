import type { Happening } from '../shared/api.js'
import type { Networks } from './emulator.js'
import { BadRequest } from './refusals.js'

/** What people of the emulated network say, in turn. */
const WORDS: Readonly<Record<Exclude<Happening, 'follow' | 'like'>, readonly string[]>> = {
  comment: [
    'This looks wonderful! Is it open on Sundays as well?',
    'I have been waiting for this. Well done!',
    'How did you make it? I would love to try it at home.',
    'My sister has to see this.',
  ],
  mention: ['you should meet, you two would get along.', 'have you seen this?', 'thank you for yesterday!'],
  message: [
    'Hi! Do you ship to Norway?',
    'Could I come by tomorrow around ten?',
    'Your link seems to be broken.',
  ],
}

/** Whom something happens to, and about what. */
export interface HappeningTarget {
  /** Name of the account: `ada@127.0.0.1:4010`. */
  readonly name: string
  /** The newest post of the account; null when there is none. */
  readonly postId: string | null
}

function mustExist(postId: string | null): string {
  if (postId === null)
    throw new BadRequest('Publish something first: there is no post to comment on or to like.')
  return postId
}

/** Lets other people of the emulated networks do something. */
export class Playground {
  readonly #networks: Networks
  #turn = 0

  constructor(networks: Networks) {
    this.#networks = networks
  }

  /** `127.0.0.1:4010`. */
  get host(): string {
    return this.#networks.host('mastodon')
  }

  /** `http://127.0.0.1:4010`. */
  get origin(): string {
    return this.#networks.url('mastodon')
  }

  /** @throws BadRequest when there is nothing it could be about. */
  happen(what: Happening, { name, postId }: HappeningTarget): void {
    const { mastodon } = this.#networks.control
    const by = this.#someoneBut(name)
    this.#turn += 1
    switch (what) {
      case 'follow':
        // Who follows already is not told of twice.
        mastodon.unfollow({ by, person: name })
        return mastodon.follow({ by, person: name })
      case 'mention':
        return void mastodon.mention({ by, of: name, text: this.#words(what) })
      case 'message':
        return void mastodon.message({ by, to: [name], text: this.#words(what) })
      case 'comment':
        return void mastodon.comment({ by, on: mustExist(postId), text: this.#words(what) })
      case 'like':
        return mastodon.favourite({ by, on: mustExist(postId) })
    }
  }

  /** Everybody else, one after another. @throws BadRequest for an account of a real server. */
  #someoneBut(name: string): string {
    const { people } = this.#networks.control.mastodon.state()
    const own = name.replace(/^@/, '').replace(`@${this.host}`, '')
    if (!people.some(({ acct }) => acct === own))
      throw new BadRequest('Only on the emulator can you let other people do something.')
    const others = people.filter(({ acct }) => acct !== own)
    return others[this.#turn % others.length]?.acct ?? own
  }

  #words(what: keyof typeof WORDS): string {
    return WORDS[what][this.#turn % WORDS[what].length] ?? ''
  }
}
