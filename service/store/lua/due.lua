-- Changes when a game has to be looked at.
--
-- KEYS  1 the index
-- ARGV  1 game   2 lifetime of the index in ms   3 the new time, '' for never
--       4 the time that was read, '' for whichever it is: then the earlier one stays
-- Returns  1, or 0 if another time than the one that was read is there: nothing written
--
-- The race it closes:
--
--     the sweeper reads the game: nothing is due any more
--                                           a move: from now on there is a deadline, which is added
--     the sweeper removes the game: not done, the time is another one

local index, game, time, read = KEYS[1], ARGV[1], ARGV[3], ARGV[4]

local there = redis.call('ZSCORE', index, game)
if read ~= '' and (not there or tonumber(there) ~= tonumber(read)) then
  return 0
end
if time == '' then
  redis.call('ZREM', index, game)
elseif read ~= '' then
  redis.call('ZADD', index, time, game)
else
  redis.call('ZADD', index, 'LT', time, game)
end
redis.call('PEXPIRE', index, ARGV[2])
return 1
