import { ManualClock } from '../../../events/__fixtures__/manual-clock.js'
import { InMemoryPublishJournal } from '../../../publishing/in-memory-journal.js'
import { InMemoryStorage } from '../../../storage/index.js'
import { aConnection, FakeTransport, sample } from '../../__fixtures__/sample.js'
import { SocialClient } from '../../social-client.js'

/** Function that answers the requests to the fake network. */
export type Answer = ConstructorParameters<typeof FakeTransport>[0]

/** Idempotency key that every test here uses. The next constant is the content. */
export const KEY = { idempotencyKey: 'launch' }
export const HELLO = { text: 'Hello' }

/** The stores and the clock that the clients of one test share. */
export class PostingWorld {
  readonly clock = new ManualClock()
  readonly storage = new InMemoryStorage()
  journal = new InMemoryPublishJournal({ clock: this.clock })

  /** Opens a client of the sample network, whose platform has the given changes. */
  async open(answer: Answer, change: object = {}, expiresAt: Date | null = null) {
    const { storage, clock } = this
    await storage.saveConnection(aConnection('1', expiresAt))
    const transport = new FakeTransport(answer)
    const store = this.#asStore()
    const platform = { ...sample(), ...change } as ReturnType<typeof sample>
    const options = { storage, platforms: { sample: platform }, transport, clock, journal: store }
    const client = new SocialClient({ ...options, retries: { attempts: 1 } })
    const post = (more = {}) => client.account('sample:1').post(HELLO, { ...KEY, ...more })
    const posts = () => transport.paths.filter((path) => path === 'POST /posts').length
    return { client, transport, store, post, posts }
  }

  /** Wraps the journal so that the library treats it like a store and limits the time of its calls. */
  #asStore(): Pick<InMemoryPublishJournal, 'open' | 'save' | 'claimPost' | 'finish' | 'release' | 'forgetBefore'> {
    const { journal } = this
    return {
      open: journal.open.bind(journal),
      save: journal.save.bind(journal),
      finish: journal.finish.bind(journal),
      claimPost: journal.claimPost.bind(journal),
      release: journal.release.bind(journal),
      forgetBefore: journal.forgetBefore.bind(journal),
    }
  }
}
