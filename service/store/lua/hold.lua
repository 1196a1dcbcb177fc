-- Counts an open stream of a token, unless that would be one too many; or keeps counting it.
--
-- KEYS  1 the open streams of the token
-- ARGV  1 the stream   2 how many there may be   3 lifetime in ms, until it has to be said again
-- Returns  1 if it counts (also again), 0 if it would be too many
--
-- Streams of a worker that was killed are not taken off, and lapse here.

local key, stream, most, lifetime = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now))
if not redis.call('ZSCORE', key, stream) and redis.call('ZCARD', key) >= most then
  return 0
end
redis.call('ZADD', key, string.format('%.0f', now + lifetime), stream)
redis.call('PEXPIRE', key, lifetime)
return 1
