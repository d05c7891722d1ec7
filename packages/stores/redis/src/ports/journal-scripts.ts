import { CLAIM_SLACK_SECONDS } from '@social/core/store'

import { CORRECT_END, script } from '../server/script.js'

/**
 * Reads an entry, and claims the entry if it is free. If the entry has a receipt, the caller must
 * send the receipt's hash, which proves that the caller has read it. A repeated call finds its own
 * claim.
 */
export const OPEN =
  script(`${CORRECT_END}local entry = redis.call('HMGET', KEYS[1], 'print', 'claim', 'ends', 'lease', 'receipt', 'result')
local print, claim, ends, lease, receipt, result = unpack(entry)
if print and print ~= ARGV[2] then return { 'CONFLICT' } end
if result then return { 'DONE', result } end
if claim and claim ~= ARGV[3] then
  local free = corrected(ends, lease)
  if free ~= tonumber(ends) then redis.call('HSET', KEYS[1], 'ends', free) end
  if free > now then return { 'BUSY', free - now } end
end
if receipt and redis.sha1hex(receipt) ~= ARGV[6] then return { 'READ', receipt } end
redis.call('HSET', KEYS[1], 'print', ARGV[2], 'claim', ARGV[3], 'ends', now + ARGV[4], 'lease', ARGV[4], 'touched', now)
redis.call('HDEL', KEYS[2], KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4] + ARGV[5])
if receipt then return { 'CONTINUE' } end
return { 'NEW' }`)

/**
 * Part of a script. Stores in the connection's hash the time since when an entry awaits a
 * response, or deletes that time.
 */
const AWAIT = `if ARGV[7] == '1' then
  redis.call('HSETNX', KEYS[2], KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[2], ARGV[3] + ARGV[4])
else
  redis.call('HDEL', KEYS[2], KEYS[1])
end
`

/**
 * Saves a receipt. A save that arrives late, after a later save of the same claim, changes
 * nothing.
 */
export const SAVE = script(`local entry = redis.call('HMGET', KEYS[1], 'claim', 'result', 'stamp')
if entry[1] ~= ARGV[2] or entry[2] then return { 'LOST' } end
if entry[3] and tonumber(entry[3]) > tonumber(ARGV[5]) then return { 'STALE', entry[3] } end
redis.call('HSET', KEYS[1], 'ends', now + ARGV[3], 'lease', ARGV[3], 'touched', now, 'stamp', ARGV[5])
if ARGV[6] == '' then redis.call('HDEL', KEYS[1], 'receipt') else redis.call('HSET', KEYS[1], 'receipt', ARGV[6]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3] + ARGV[4])
${AWAIT}return { 'SAVED' }`)

/**
 * Part of a script. Makes an entry the owner of a post unless another entry owns the post. The
 * post's key expires after `keep` milliseconds.
 */
const OWN = `local function own(post, entry, keep)
  local owner = redis.call('GET', post)
  if owner and owner ~= entry and redis.call('EXISTS', owner) == 1 then return false end
  redis.call('SET', post, entry, 'PX', keep)
  return true
end
`

/**
 * Makes an entry the owner of one of the posts `KEYS[3]`, `KEYS[4]` and so on. The posts' ages are
 * `ARGV[5]`, `ARGV[6]` and so on. Returns the position of the chosen post.
 */
export const CLAIM_POST = script(`${OWN}local entry = redis.call('HMGET', KEYS[1], 'claim', 'result')
if entry[1] ~= ARGV[2] or entry[2] then return { 'LOST' } end
redis.call('HDEL', KEYS[2], KEYS[1])
local first, free = nil, 0
for at = 3, #KEYS do
  local owner = redis.call('GET', KEYS[at])
  if owner == KEYS[1] then return { 'OWNED', at - 2 } end
  if not owner or redis.call('EXISTS', owner) == 0 then
    first = first or at
    free = free + 1
  end
end
if not first then return { 'TAKEN' } end
if free > 1 and ARGV[3] == 'ONLY' then return { 'SEVERAL' } end
local newest = now + ${CLAIM_SLACK_SECONDS * 1000} - tonumber(ARGV[first + 2])
local awaiting = redis.call('HGETALL', KEYS[2])
for at = 1, #awaiting, 2 do
  local ends = tonumber(redis.call('HGET', awaiting[at], 'ends') or '0')
  if ends <= now then redis.call('HDEL', KEYS[2], awaiting[at])
  elseif tonumber(awaiting[at + 1]) <= newest then return { 'BUSY' } end
end
own(KEYS[first], KEYS[1], ARGV[4])
return { 'OWNED', first - 2 }`)

/** Keeps the claim, so that a repeated finish by the same worker is recognized. */
export const FINISH = script(`${OWN}local entry = redis.call('HMGET', KEYS[1], 'claim', 'result')
if entry[1] ~= ARGV[2] then return { 'LOST' } end
if entry[2] == ARGV[4] then return { 'DONE' } end
if entry[2] then return { 'RESULT', entry[2] } end
redis.call('HSET', KEYS[1], 'result', ARGV[4], 'touched', now)
redis.call('HDEL', KEYS[1], 'receipt', 'ends', 'lease', 'stamp')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('HDEL', KEYS[2], KEYS[1])
if KEYS[3] then own(KEYS[3], KEYS[1], ARGV[3]) end
return { 'DONE' }`)

export const FINISH_NEW = script(`${OWN}local entry = redis.call('HMGET', KEYS[1], 'print', 'result')
if entry[1] then
  if entry[1] ~= ARGV[2] or not entry[2] then return { 'OTHER' } end
  if entry[2] == ARGV[4] then return { 'DONE' } end
  return { 'RESULT', entry[2] }
end
redis.call('HSET', KEYS[1], 'print', ARGV[2], 'result', ARGV[4], 'touched', now)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
if KEYS[3] then own(KEYS[3], KEYS[1], ARGV[3]) end
return { 'DONE' }`)

export const RELEASE = script(`local entry = redis.call('HMGET', KEYS[1], 'claim', 'receipt', 'result')
if entry[1] ~= ARGV[2] or entry[3] then return 0 end
redis.call('HDEL', KEYS[2], KEYS[1])
if not entry[2] then return redis.call('DEL', KEYS[1]) end
redis.call('HDEL', KEYS[1], 'claim', 'ends', 'lease', 'stamp')
return redis.call('HSET', KEYS[1], 'touched', now)`)

/**
 * Reads one page of all keys, and deletes old entries. `KEYS[1]` is the prefix of the entries'
 * keys.
 */
export const FORGET = script(`local pattern = string.gsub(KEYS[1], '[%[%]%*%?%^\\\\]', '\\\\%0') .. '*'
local page = redis.call('SCAN', ARGV[2], 'MATCH', pattern, 'COUNT', ARGV[3])
local count = 0
for _, key in ipairs(page[2]) do
  local entry = redis.call('HMGET', key, 'touched', 'result', 'claim', 'ends')
  local isFree = entry[2] or not entry[3] or tonumber(entry[4] or '0') <= now
  if entry[1] and tonumber(entry[1]) < tonumber(ARGV[4]) and isFree then count = count + redis.call('UNLINK', key) end
end
return { page[1], count }`)
