import { type Clock, systemClock } from '@social/core/store'

import { commandOf, type RedisClient } from '../server/client.js'

/**
 * Script that moves every stored time under a prefix into the past. Times are in keys, in fields
 * and in names of fields.
 */
const AGE = `local by = tonumber(ARGV[1])
local function before(moment) return string.format('%.0f', tonumber(moment) - by) end
for _, key in ipairs(redis.call('KEYS', '{' .. ARGV[2] .. '}:*')) do
  local kind = redis.call('TYPE', key)['ok']
  local left = redis.call('PTTL', key)
  if kind == 'string' then
    local claim, ends, lease = string.match(redis.call('GET', key), '^(%S+) (%d+) (%d+)$')
    if claim then redis.call('SET', key, claim .. ' ' .. before(ends) .. ' ' .. lease, 'KEEPTTL') end
  elseif string.find(key, '}:spending:', 1, true) then
    local slots = redis.call('HGETALL', key)
    redis.call('DEL', key)
    for at = 1, #slots, 2 do redis.call('HSET', key, before(slots[at]), slots[at + 1]) end
    redis.call('PEXPIRE', key, left)
  elseif string.find(key, '}:journal:', 1, true) then
    for _, field in ipairs({ 'ends', 'touched' }) do
      local moment = redis.call('HGET', key, field)
      if moment then redis.call('HSET', key, field, before(moment)) end
    end
  end
  if left >= 0 then redis.call('PEXPIRE', key, string.format('%.0f', left - by)) end
end
return 1`

/**
 * Simulates that time has passed for the stored data. Negative seconds simulate a server clock
 * that was set back. The stores cannot see a difference, because they only compare the server's
 * clock with the stored times.
 */
export async function passTime(client: RedisClient, prefix: string, seconds: number): Promise<void> {
  await commandOf(client)(['EVAL', AGE, '0', String(Math.round(seconds * 1000)), prefix], '')
}

/** Deletes all keys under a prefix. */
export async function removeAll(client: RedisClient, prefix: string): Promise<void> {
  const text = `for _, key in ipairs(redis.call('KEYS', '{' .. ARGV[1] .. '}:*')) do redis.call('DEL', key) end`
  await commandOf(client)(['EVAL', text, '0', prefix], '')
}

/** The machine's clock plus an offset, for a worker with a wrong clock. */
export class ShiftedClock implements Clock {
  aheadSeconds: number

  constructor(aheadSeconds = 0) {
    this.aheadSeconds = aheadSeconds
  }

  monotonic(): number {
    return systemClock.monotonic()
  }

  sleep(seconds: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<void> {
    return systemClock.sleep(seconds, options)
  }

  now(): Date {
    return new Date(systemClock.now().getTime() + this.aheadSeconds * 1000)
  }
}
