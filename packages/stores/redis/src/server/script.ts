import { createHash } from 'node:crypto'

/**
 * Start of every script. `now` is the server's time in milliseconds. An aborted command waits in the client or in a dead
 * connection, and may arrive minutes later. After its deadline a call is ignored, so that it cannot undo later writes.
 */
const BEGINNING = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now >= tonumber(ARGV[1]) then return {'LATE', now} end
`

/**
 * A lease that ends later than its own length from now shows that the server's clock was set back. It then ends one
 * lease from now.
 */
export const CORRECT_END = `local function corrected(ends, lease)
  if tonumber(ends) > now + tonumber(lease) then return now + tonumber(lease) end
  return tonumber(ends)
end
`

/** A script that Redis runs atomically. */
export interface Script {
  readonly text: string
  /** Hash by which Redis identifies a script that it has stored. */
  readonly sha: string
}

/** Runs scripts; a session does. */
export interface ScriptRunner {
  run(
    script: Script,
    keys: readonly [string, ...string[]],
    args: readonly (string | number)[],
  ): Promise<unknown>
}

/** Makes a script. It can use `now` for the time, `KEYS` for the keys, and `ARGV` from the second argument. */
export function script(body: string): Script {
  const text = BEGINNING + body
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}
