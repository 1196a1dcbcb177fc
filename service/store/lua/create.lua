-- Makes a game, unless one of its id is there.
--
-- KEYS  1 the game's hash   2 the game's log
-- ARGV  1 tag   2 lifetime in ms   3 state, '' for none   4 meta   5 pace
--       6 field of the Idempotency-Key, '' for none   7 its record
--       8... the steps of the log, versions 1, 2, ...
-- Returns  {'created'}
--          {'exists', {tag, state, meta, pace, record of the field}}: what is there, as a read would find it
--
-- The race it closes. The id is derived from the Idempotency-Key, so a retry makes the same id:
--
--     request            retry of it (the answer was lost, or is late)
--     create: created
--                        create: exists, with the record -> the answer of the request, once more
--
-- "Is it there?" and "write it" as two commands would let both find nothing and both write.

local hash, log = KEYS[1], KEYS[2]
local tag, lifetime, state, meta, pace, field, record =
  ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]

local there = redis.call('HMGET', hash, 'tag', 'state', 'meta', 'pace', field)
if there[1] then
  return {'exists', there}
end

-- A log without its hash is nobody's: a store short of memory may have evicted the one and not the other.
redis.call('DEL', log)
for at = 8, #ARGV do
  redis.call('XADD', log, string.format('%d-0', at - 7), 'step', ARGV[at])
end

local fields = {'tag', tag, 'meta', meta, 'pace', pace}
if state ~= '' then
  fields[#fields + 1] = 'state'
  fields[#fields + 1] = state
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
return {'created'}
