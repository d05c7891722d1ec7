import { createHash } from 'node:crypto'

/**
 * Start of every script. `now` is the server's time in milliseconds. A command whose call was
 * aborted waits in the client or in a dead connection, and may arrive minutes later. The script
 * ignores a command after its deadline, so that a late command cannot undo later writes.
 */
const BEGINNING = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now >= tonumber(ARGV[1]) then return {'LATE', now} end
`

/**
 * Part of a script. A lease that ends later than one lease length from now shows that the server's
 * clock was set back. Its end is then moved to one lease length from now.
 */
export const CORRECT_END = `local function corrected(ends, lease)
  if tonumber(ends) > now + tonumber(lease) then return now + tonumber(lease) end
  return tonumber(ends)
end
`

/** A script that Redis runs atomically. */
export interface Script {
  readonly text: string
  /** SHA-1 by which Redis identifies a script that it has stored. */
  readonly sha: string
}

/** Runs scripts. `Session` implements this interface. */
export interface ScriptRunner {
  run(
    script: Script,
    keys: readonly [string, ...string[]],
    args: readonly (string | number)[],
  ): Promise<unknown>
}

/**
 * Makes a script from its body. The body can use `now` for the time, `KEYS` for the keys, and
 * `ARGV` from the second argument.
 */
export function script(body: string): Script {
  const text = BEGINNING + body
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}
