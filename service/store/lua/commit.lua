-- Writes the next steps of a game, if it still stands where the writer read it.
--
-- KEYS  1 the game's hash   2 the game's log
-- ARGV  1 the tag that was read   2 the new tag   3 lifetime in ms
--       4 state   5 meta   6 pace: '' for unchanged
--       7 field of the Idempotency-Key, '' for none   8 its record
--       9 channel   10 the version that was read   11 the new version
--       12... the steps that lead from the one version to the other
-- Returns  {'committed'}
--          {'replayed', record}   the key has been used before; nothing written
--          {'conflict', tag}      the game stands elsewhere; nothing written
--          {'missing'}            no such game
--
-- The races it closes.
--
-- Two writers, one version:            read 41 (A)   read 41 (B)
--                                      commit 42 (A): committed
--                                                    commit 42 (B): conflict -> reads again, judges again
--
-- A request and its own retry:         read 41, key unused (A)   read 41, key unused (A again)
--                                      commit: committed
--                                                                commit: replayed -> the answer of the first
--     The key is looked at before the tag, else the retry would be a conflict and be judged as a new move.
--
-- A store that went back in time:      read 43-x (A)
--     (restored from a copy, or a      the store is restored to 41; others play 42-y, 43-z
--     failover that lost commits)      commit 44 (A): conflict, though the version is the same: x is not z
--
-- A reader that wakes too early:       the version is published last, so whoever hears it finds it written.

local hash, log = KEYS[1], KEYS[2]
local read, tag, lifetime, state, meta, pace, field, record, channel =
  ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]

local there = redis.call('HMGET', hash, 'tag', field)
if not there[1] then
  return {'missing'}
end
if there[2] then
  return {'replayed', there[2]}
end
if there[1] ~= read then
  return {'conflict', there[1]}
end

-- The log comes first: it is the one that can refuse (an id it has passed), and then nothing is half written.
for at = 12, #ARGV do
  redis.call('XADD', log, string.format('%d-0', ARGV[10] + at - 11), 'step', ARGV[at])
end

local fields = {'tag', tag}
if state ~= '' then
  fields[#fields + 1] = 'state'
  fields[#fields + 1] = state
end
if meta ~= '' then
  fields[#fields + 1] = 'meta'
  fields[#fields + 1] = meta
end
if pace ~= '' then
  fields[#fields + 1] = 'pace'
  fields[#fields + 1] = pace
end
if field ~= '' then
  fields[#fields + 1] = field
  fields[#fields + 1] = record
end
redis.call('HSET', hash, unpack(fields))

local now = redis.call('TIME')
local ends = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000) + lifetime)
redis.call('PEXPIREAT', hash, ends)
redis.call('PEXPIREAT', log, ends)
redis.call('PUBLISH', channel, ARGV[11])
return {'committed'}
