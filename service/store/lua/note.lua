-- Puts a game into a list of the lobby, or finds it there.
--
-- KEYS  1 the list
-- ARGV  1 the entry   2 lifetime in ms
-- Returns  four entries of the list by chance, so that whoever writes can look whether their games still live
--
-- One script, because a list must never be there without a lifetime, and ZADD alone makes one without.

redis.call('ZADD', KEYS[1], 0, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANDMEMBER', KEYS[1], 4)
