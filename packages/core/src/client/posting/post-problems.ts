import { safeParse } from 'valibot'

import { assertAll, assertAllAsync, isRefusal } from '../../checks/assert-all.js'
import { checkPost, readOptions, readPost, refuseTextOnly, refuseUnsupported } from '../../checks/index.js'
import type { Platform } from '../../contract/index.js'
import { contextOf } from '../../contract/post-context.js'
import { InvalidPostError, type RawData } from '../../errors/index.js'
import { issueInitsOf, type PostIssueInit } from '../../errors/user-messages/post-issue.js'
import type { Deadline } from '../../http/time/deadline.js'
import { refuseUnreadable } from '../../media/index.js'
import type { Post, PostInput } from '../../models/index.js'
import { supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import { DryRunEnd } from './dry-run.js'
import { checkFirstComment, readFirstComment } from './first-comment.js'

/** Options of a post after the invalid ones were removed. */
interface ValidOptions {
  /** Refusal of the invalid options. Null if all options are valid. */
  readonly refusal: Error | null
  /** Names of the invalid, missing and unknown options. */
  readonly invalidNames: ReadonlySet<string>
  /** Options as the application passed them, without the invalid ones. */
  readonly rest: RawData
  /** The other options with their defaults. Null if the schema refuses them without the invalid options. */
  readonly parsed: RawData | null
}

/** Name of the option at the start of a path: `poll` for `poll.choices[0]`. */
const rootOf = ({ optionPath }: PostIssueInit): string => optionPath?.split(/[.[]/)[0] ?? ''

function readValidOptions({ name, postOptions }: Platform, given: RawData): ValidOptions {
  const none = new Set<string>()
  if (postOptions === undefined) return { refusal: null, invalidNames: none, rest: given, parsed: given }
  try {
    // safe cast: a schema of options turns an object into an object
    const parsed = readOptions(postOptions, given, { platform: name }) as RawData
    return { refusal: null, invalidNames: none, rest: given, parsed }
  } catch (error) {
    if (!InvalidPostError.is(error)) throw error
    const invalidNames = new Set(issueInitsOf(error).map(rootOf))
    const rest = Object.fromEntries(Object.entries(given).filter(([option]) => !invalidNames.has(option)))
    const read = safeParse(postOptions, rest)
    const parsed = read.success ? (read.output as RawData) : null // safe cast: as above
    return { refusal: error, invalidNames, rest, parsed }
  }
}

/**
 * Leaves out the problems of options that are already refused: the network misses an option that was removed.
 *
 * @throws The error, with the other issues. Returns if there are no others.
 */
function throwOthers(error: unknown, platform: string, invalidNames: ReadonlySet<string>): void {
  if (!isRefusal(error)) throw error
  const issues = issueInitsOf(error)
  const others = issues.filter((issue) => !invalidNames.has(rootOf(issue)))
  if (others.length === issues.length) throw error
  if (others.length === 0) return
  throw new InvalidPostError(others.map(({ message }) => message).join(' '), { platform, issues: others })
}

/**
 * Checks a post like `account.post`, and reports all problems together. If the options are invalid, the network's own
 * checks run with the other options. An invalid post is also
 * compared with the limits of the account.
 *
 * @throws InvalidPostError or NotSupportedError with the issues of all checks. Another error, for example of a network
 *   that is unavailable, is thrown only for a post without a known problem.
 */
export async function assertPublishable(
  runner: AccountRunner,
  input: PostInput,
  deadline: Deadline,
): Promise<void> {
  const platform = supporting(runner.platform, 'publish')
  const post = readPost(input, contextOf(platform))
  const { refusal, invalidNames, rest, parsed } = readValidOptions(platform, post.options)
  let isRefused = false
  let comment: string | null = null
  const local = (check: () => void | Promise<void>) => async () => {
    try {
      await check()
    } catch (error) {
      isRefused = true
      throw error
    }
  }
  const remote = (check: () => Promise<void>) => async () => {
    try {
      await check()
    } catch (error) {
      if (isRefused && !isRefusal(error)) return
      isRefused = true
      throwOthers(error, platform.name, invalidNames)
    }
  }
  await assertAllAsync(
    local(() => refuseUnsupported(post, { platform })),
    local(() => {
      if (refusal === null) return
      assertAll(
        () => refuseTextOnly(post, { platform }),
        () => {
          throw refusal
        },
      )
    }),
    local(() => {
      comment = readFirstComment(platform, input)
    }),
    local(() => refuseUnreadable(post.media)),
    remote(async () => {
      if (comment !== null) await checkFirstComment(runner, deadline, comment)
    }),
    remote(async () => {
      if (parsed !== null) await runUntilWrite(runner, { ...post, options: parsed }, deadline)
    }),
    // A network that refuses a post without a request has not compared it with the limits of the account.
    remote(async () => {
      if (isRefused) await checkLimits(runner, { ...post, options: parsed ?? rest }, deadline)
    }),
  )
}

/** Runs the platform's own `publish` up to its first write. */
async function runUntilWrite(runner: AccountRunner, post: Post, deadline: Deadline): Promise<void> {
  const end = new DryRunEnd()
  const call = await runner.dryRunCall('checkPost', deadline, end)
  // safe cast: this platform's own schema has read the options
  await Promise.race([end.reached, supporting(runner.platform, 'publish').publish(post as Post<never>, call)])
}

/** Checks a post with the limits of the account, for a post whose options the network cannot read. */
async function checkLimits(runner: AccountRunner, post: Post, deadline: Deadline): Promise<void> {
  const { platform } = runner
  const call = await runner.dryRunCall('checkPost', deadline, new DryRunEnd())
  checkPost(post, { platform, limits: await platform.limits(call) })
}
