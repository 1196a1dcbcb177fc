#!/bin/sh
# A whole game of Vantage with curl: two seats in one hand, each playing the first move it is shown,
# then the record is fetched and verified. Usage: play.sh [http://127.0.0.1:8000]
set -eu
api="${1:-http://127.0.0.1:8000}/v1"

# pick EXPRESSION: evaluates a Python expression over the JSON document `d` on standard input
pick() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1"; }
# call METHOD PATH [curl options]: one request; a problem document stops the script and is shown
call() { method=$1 path=$2; shift 2; curl --silent --show-error --fail-with-body -X "$method" "$api$path" "$@"; }

created=$(call POST /games -H 'Content-Type: application/json' \
    -d '{"ruleset": "vantage", "seats": [{"name": "Ana"}, {"name": "Bo"}]}')
id=$(echo "$created" | pick 'd["game"]["id"]')
ana=$(echo "$created" | pick 'd["seat_tokens"][0]')
bo=$(echo "$created" | pick 'd["seat_tokens"][1]')
seat=$(echo "$created" | pick '(d["game"]["to_act"] or [""])[0]')
echo "Game $id: Ana and Bo sit down."

while [ -n "$seat" ]; do
    if [ "$seat" = 0 ]; then token=$ana; else token=$bo; fi
    move=$(call GET "/games/$id/moves?limit=1" -H "Authorization: Bearer $token" \
        | pick 'json.dumps(d["items"][0]["move"])')
    change=$(call POST "/games/$id/moves" -H "Authorization: Bearer $token" \
        -H 'Content-Type: application/json' -d "$move")
    echo "$change" | pick '"\n".join(step["text"] or "" for step in d["steps"])'
    seat=$(echo "$change" | pick '(d["game"]["to_act"] or [""])[0]')
done

call GET "/games/$id" | pick 'd["outcome"]["text"]'
call GET "/games/$id/record" | call POST /verifications -H 'Content-Type: application/json' -d @- \
    | pick '"Verified." if d["moves"] and d["deal"] and d["commitment"] and d["outcome"] else d'
