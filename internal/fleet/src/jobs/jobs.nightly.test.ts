import { setTimeout as sleep } from 'node:timers/promises'

import { expect, inject, it } from 'vitest'

import { eventually, JobFleet, type JobProcess } from './job-fleet.js'

const SERVER = inject('postgresUrl')
const POSTS = 300
const MINUTES = 3

it.skipIf(SERVER === null)(
  'every post is published once, while its workers are killed, frozen, resumed and stopped at random times',
  async () => {
    await using fleet = await JobFleet.open(SERVER ?? '')
    const texts = Array.from({ length: POSTS }, (_nothing, index) => `post ${String(index).padStart(3, '0')}`)
    const done = { killed: 0, frozen: 0, stopped: 0, started: 2 }
    let awake: JobProcess[] = [await fleet.start(), await fleet.start()]
    const frozen: JobProcess[] = []
    const end = performance.now() + MINUTES * 60_000
    for (const text of texts) {
      await fleet.publish(text)
      await sleep((MINUTES * 60_000) / POSTS / 2)
      if (performance.now() > end || Math.random() > 0.1) continue
      const [one] = awake
      const what = Math.random()
      if (!one || awake.length < 2) {
        awake.push(await fleet.start())
        done.started += 1
      } else if (what < 0.5) {
        await one.kill()
        done.killed += 1
        awake = awake.slice(1)
      } else if (what < 0.75) {
        one.child.kill('SIGSTOP')
        done.frozen += 1
        frozen.push(one)
        awake = awake.slice(1)
      } else if (what < 0.85) {
        one.child.kill('SIGTERM')
        done.stopped += 1
        awake = awake.slice(1)
      } else frozen.shift()?.child.kill('SIGCONT')
    }
    for (const { child } of frozen) child.kill('SIGCONT')
    await fleet.start()
    const isOver = async (): Promise<boolean> => {
      const { WAITING, RUNNING } = await fleet.jobs.counts()
      return WAITING + RUNNING === 0
    }
    await eventually(isOver, 'nothing waits or runs any more', 300)
    // Every post has a unique text, so posts with the same fingerprint are duplicates.
    const prints = fleet.emulator.effects('mastodon').map(({ fingerprint }) => fingerprint)
    const visible = { once: new Set(prints).size, all: prints.length }
    process.stdout.write(`${JSON.stringify({ ...done, posts: POSTS, visible })}\n`)
    expect(visible).toEqual({ once: POSTS, all: POSTS })
    expect((await fleet.jobs.counts()).HELD).toBe(0)
  },
  (MINUTES + 8) * 60_000,
)
