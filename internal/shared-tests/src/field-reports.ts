import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type PostInput, SocialBaseError, userMessageOf, whatNext } from '@social/core'
import { InMemoryJobQueue, SocialJobs } from '@social/jobs'
import { afterAll, describe, expect, it } from 'vitest'

import { pageOf } from './field-report-page.js'
import type { Ending, Outcome, ReportedFailure, ReportedNetwork, ReportTrial } from './field-report-rows.js'

/** Writes a file for posts, because jobs accept no bytes. Returns its path. The file is removed at the end. */
export function sampleFile(filename: string, bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'field-report-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, filename)
  writeFileSync(path, bytes)
  return path
}

/** Longest time that a failure that passes may keep a post from coming out, in seconds. */
const PATIENCE_SECONDS = 2 * 86_400
const STEP_SECONDS = 300
const ENDED = new Set(['DONE', 'FAILED', 'HELD'])

/** Text that must not occur in a message for people: codes, URLs, methods, paths of options. */
const FOR_PROGRAMMERS = /https?:\/\/|\b\d{5,}\b|\w+\(\)|\{ \w|undefined|\[object|is_transient|Exception/

async function refusalOf(work: Promise<unknown>): Promise<SocialBaseError | null> {
  try {
    await work
    return null
  } catch (error) {
    if (SocialBaseError.is(error)) return error
    throw error
  }
}

/** Outcome of a call, and its differences from the row. */
interface Checked {
  readonly outcome: Outcome
  /** Empty if the outcome is correct. */
  readonly wrong: readonly string[]
}

/** Compares the error of a call with the row. */
function checkOutcome(
  error: SocialBaseError | null,
  row: Ending & Pick<ReportedFailure, 'reason' | 'explains'>,
): Checked {
  const outcome = {
    code: error?.code ?? null,
    todo: error && whatNext(error).todo,
    // The number of seconds differs from run to run by one.
    message: error ? userMessageOf(error, { language: 'en' }).replace(/\d+ seconds/, 'some seconds') : '',
  }
  if (error === null || row.ends === 'COMES_OUT')
    return {
      outcome,
      wrong:
        (error === null) === (row.ends === 'COMES_OUT') ? [] : [`ends with ${error?.message ?? 'success'}`],
    }
  const { code, todo = 'RETRY', reason = error.reason, explains = /./ } = row
  const says = row.ends === 'REFUSED' ? row.says : /./
  const german = userMessageOf(error, { language: 'de' })
  const wrong = []
  if (error.code !== code || outcome.todo !== todo || error.reason !== reason)
    wrong.push(`ends with ${error.code}, ${outcome.todo}, reason ${error.reason}: ${error.message}`)
  if (!explains.test(error.message)) wrong.push(`developers read: ${error.message}`)
  if (!says.test(outcome.message)) wrong.push(`people read: ${outcome.message}`)
  for (const message of [outcome.message, german])
    if (FOR_PROGRAMMERS.test(message)) wrong.push(`people read a term of programmers: ${message}`)
  if (german === outcome.message) wrong.push(`the German message is: ${german}`)
  return { outcome, wrong }
}

/** Adds the report, in the given variant, and makes calls until the post is out or refused. */
async function callUntilEnd(
  at: ReportedNetwork,
  row: Parameters<typeof checkOutcome>[1],
  {
    post,
    id,
    afterEffect = false,
  }: { readonly post: PostInput; readonly id: string; readonly afterEffect?: boolean },
): Promise<Checked> {
  const before = at.effects().length
  const created = () => at.effects().slice(before)
  let postId: string | null = null
  const call = () =>
    refusalOf(at.account.post(post, { idempotencyKey: id }).then((result) => (postId = result.id)))
  const report = at.faults.addReport(id, { afterEffect })
  let last = await call()
  const { outcome, wrong } = checkOutcome(last, row)
  const differences = [...wrong, ...(report.hits === 0 ? ['the fault affected no request'] : [])]
  if (row.ends === 'REFUSED') {
    if (created().length > 0) differences.push('a refused post was published')
    return { outcome, wrong: differences }
  }
  report.remove()
  for (let waited = 0; last !== null && waited < PATIENCE_SECONDS;) {
    const seconds = Math.max(1, whatNext(last).afterSeconds ?? STEP_SECONDS)
    await at.clock.advance(seconds)
    waited += seconds
    last = await call()
  }
  if (last !== null) differences.push(`never comes out: ${last.message}`)
  else await call()
  if (created().length !== 1 || created()[0]?.id !== postId)
    differences.push(`${created().length} posts were published, and the call returned ${postId}`)
  return { outcome, wrong: differences }
}

/**
 * Publishes as a job, and ends the failure while the job waits. Returns the state of the job, or
 * `NOT_ADDED` if the check of the post already met the failure.
 */
async function stateOfJob(at: ReportedNetwork, row: Ending, post: PostInput, id: string) {
  const queue = new InMemoryJobQueue({ clock: at.clock })
  const jobs = new SocialJobs({ client: at.client, queue })
  const report = at.faults.addReport(id)
  const adding = jobs.publish({ connectionId: at.account.id, post, idempotencyKey: id })
  const refusal = await refusalOf(adding)
  if (refusal !== null) {
    await queue.close()
    return checkOutcome(refusal, row).wrong.join(' ') || 'NOT_ADDED'
  }
  const { id: jobId } = await adding
  const worker = await jobs.work({ concurrency: 1 })
  let state: string | undefined
  for (let waited = 0; waited < PATIENCE_SECONDS; waited += STEP_SECONDS) {
    do await at.clock.advance(0)
    while ((await queue.count()).RUNNING > 0)
    state = (await jobs.find(jobId))?.state
    if (state !== undefined && ENDED.has(state)) break
    if (row.ends !== 'REFUSED' && report.hits > 0) report.remove()
    await at.clock.advance(STEP_SECONDS)
  }
  await worker.stop({ withinSeconds: 60 })
  await queue.close()
  return state
}

/** Returns the states that a job of this row may end in. */
function statesOf(row: Ending): readonly string[] {
  if (row.ends !== 'REFUSED') return ['DONE']
  const isHeld = row.todo === 'SIGN_IN_AGAIN' || row.todo === 'LOOK_AT_ACCOUNT'
  return [isHeld ? 'HELD' : 'FAILED', 'NOT_ADDED']
}

/** Returns the errors of reads while the failure lasts. */
async function readWith(at: ReportedNetwork, id: string): Promise<readonly (SocialBaseError | null)[]> {
  at.faults.addReport(id)
  const { account } = at
  const reads = []
  if (account.can('profile')) reads.push(await refusalOf(account.profile()))
  if (account.can('fetchUpdatesAfter')) reads.push(await refusalOf(account.fetchUpdatesAfter(null)))
  return reads
}

/** Defines a test of each failure: through `account.post`, as a job, and by reads. */
export function handlesReports<At extends ReportedNetwork>(trial: ReportTrial<At>): void {
  const { name, open, post: defaultPost, rows } = trial
  const all = Object.entries(rows)
  const posting = all.filter(([, { run }]) => run === undefined)
  const running = all.flatMap(([id, row]) => (row.run === undefined ? [] : [[id, row, row.run] as const]))
  const reading = all.filter(([, { affectsReads }]) => affectsReads === true)
  const outcomes = new Map<string, Outcome>()

  describe(`${name}: failures seen in production`, () => {
    it.each(posting)('%s ends a post as described, and never publishes twice', async (id, row) => {
      const { post = defaultPost } = row
      await using at = await open()
      const { outcome, wrong } = await callUntilEnd(at, row, { post, id })
      outcomes.set(id, outcome)
      expect(wrong).toEqual([])
    })

    it('end in the same way after the effect, where this was seen', async () => {
      const wrong: unknown[] = []
      for (const [id, row] of posting) {
        await using at = await open()
        if (at.faults.reports[id]?.occursAfterEffect !== true) continue
        const { post = defaultPost } = row
        const checked = await callUntilEnd(at, row.afterEffect ?? row, { post, id, afterEffect: true })
        if (checked.wrong.length > 0) wrong.push([id, checked.wrong])
      }
      expect(wrong).toEqual([])
    })

    it.each(posting)('%s ends a job as described', async (id, row) => {
      const { post = defaultPost } = row
      await using at = await open()
      const before = at.effects().length
      const state = await stateOfJob(at, row, post, id)
      expect(statesOf(row)).toContain(state)
      expect(at.effects().length - before).toBe(state === 'DONE' ? 1 : 0)
    })

    it('end other operations as described', async () => {
      const wrong: unknown[] = []
      for (const [id, row, run] of running) {
        await using at = await open()
        const report = at.faults.addReport(id)
        const checked = checkOutcome(await refusalOf(run(at)), row)
        outcomes.set(id, checked.outcome)
        if (checked.wrong.length > 0 || report.hits === 0) wrong.push([id, checked.wrong, report.hits])
      }
      expect(wrong).toEqual([])
    })

    it('end reads as described', async () => {
      const wrong: unknown[] = []
      for (const [id, row] of reading) {
        await using at = await open()
        for (const error of await readWith(at, id)) {
          const checked = checkOutcome(error, row)
          if (checked.wrong.length > 0) wrong.push([id, checked.wrong])
        }
      }
      expect(wrong).toEqual([])
    })

    it('are documented with their outcomes', async () => {
      await using at = await open()
      const { reports } = at.faults
      expect(Object.keys(rows).toSorted()).toEqual(Object.keys(reports).toSorted())
      const file = `${name.toLowerCase().replaceAll(' ', '-')}.md`
      const page = new URL(`../../../docs/field-reports/${file}`, import.meta.url)
      await expect(pageOf(trial, reports, outcomes)).toMatchFileSnapshot(fileURLToPath(page))
    })
  })
}
