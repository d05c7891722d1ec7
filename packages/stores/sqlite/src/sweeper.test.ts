import { Sweeper } from '@social/store-kit'
import { FakeClock } from '@social/testkit/application'
import { afterAll, describe, expect, it } from 'vitest'

import { TemporaryFolder } from './__fixtures__/files.js'
import { Session } from './file/session.js'
import { removeExpired } from './sweeper.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

/** A session that counts its writes, and records how many rows each write has deleted. */
class Counting extends Session {
  writes = 0
  removed: (sql: string) => number = () => 0

  constructor() {
    super(folder.file(), { durability: 'NORMAL', busySeconds: 1 })
  }

  override write(sql: string): number {
    this.writes += 1
    return this.removed(sql)
  }
}

/** Number of `write` calls in one sweep. */
const ONE_SWEEP = 5

describe('a sweep', () => {
  it('runs at the first write, and then once a minute', async () => {
    const [session, clock] = [new Counting(), new FakeClock()]
    const sweeper = new Sweeper(clock, removeExpired(session, clock, 90))
    sweeper.sweep()
    expect(session.writes).toBe(ONE_SWEEP)
    await clock.advance(59)
    sweeper.sweep()
    expect(session.writes).toBe(ONE_SWEEP)
    await clock.advance(1)
    sweeper.sweep()
    expect(session.writes).toBe(2 * ONE_SWEEP)
    session.close()
  })

  it.each(['social_login_notes', 'social_locks', 'social_seen_updates', 'social_journal'])(
    'resumes after a second if it found a full batch in %s',
    async (table) => {
      const [session, clock] = [new Counting(), new FakeClock()]
      const sweeper = new Sweeper(clock, removeExpired(session, clock, 90))
      session.removed = (sql) => (sql.includes(table) ? 500 : 0)
      sweeper.sweep()
      session.removed = () => 499
      await clock.advance(1)
      sweeper.sweep()
      expect(session.writes).toBe(2 * ONE_SWEEP)
      await clock.advance(1)
      sweeper.sweep()
      expect(session.writes).toBe(2 * ONE_SWEEP)
      session.close()
    },
  )

  it('does not fail the write, and runs again a minute later', async () => {
    const [session, clock] = [new Counting(), new FakeClock()]
    const sweeper = new Sweeper(clock, removeExpired(session, clock, 90))
    session.removed = () => {
      throw new Error('database is locked')
    }
    sweeper.sweep()
    sweeper.sweep()
    expect(session.writes).toBe(1)
    await clock.advance(60)
    sweeper.sweep()
    expect(session.writes).toBe(2)
    session.close()
  })
})
