#!/bin/sh
# A whole game of Vantage with curl: two seats in one hand, each playing the first move it is shown,
# then the record is fetched and verified. Usage: play.sh [http://127.0.0.1:8000]
set -eu
api="${1:-http://127.0.0.1:8000}/v1"

# call METHOD PATH [curl options]: one request
call() { method=$1 path=$2; shift 2; curl --silent --show-error -X "$method" "$api$path" "$@"; }
# pick EXPRESSION...: prints Python expressions over the JSON document `d` on standard input, with blanks
# between them; a problem document is shown and stops the script
pick() {
    python3 -ISc 'import json, sys
d = json.load(sys.stdin)
if "code" in d: sys.exit(json.dumps(d))
print(*map(eval, sys.argv[1:]))' "$@"
}
# What to know of a change, as expressions: whose turn it is then, empty at the end, and what has happened
next='(d["game"]["to_act"] or [""])[0]'
said='"\n".join(step["text"] or "" for step in d["steps"])'

created=$(call POST /games -H 'Content-Type: application/json' \
    -d '{"ruleset": "vantage", "seats": [{"name": "Ana"}, {"name": "Bo"}]}')
set -- $(printf '%s' "$created" | pick 'd["game"]["id"]' "$next" 'd["seat_tokens"][0]' 'd["seat_tokens"][1]')
id=$1 seat=$2 ana=$3 bo=$4
echo "Game $id: Ana and Bo sit down."

while [ -n "$seat" ]; do
    if [ "$seat" = 0 ]; then token=$ana; else token=$bo; fi
    move=$(call GET "/games/$id/moves?limit=1" -H "Authorization: Bearer $token" \
        | pick 'json.dumps(d["items"][0]["move"])')
    told=$(call POST "/games/$id/moves" -H "Authorization: Bearer $token" \
        -H 'Content-Type: application/json' -d "$move" | pick "$next" "$said")
    seat=${told%% *}
    echo "${told#* }"
done

call GET "/games/$id" | pick 'd["outcome"]["text"]'
call GET "/games/$id/record" | call POST /verifications -H 'Content-Type: application/json' -d @- \
    | pick '"Verified." if d["moves"] and d["deal"] and d["commitment"] and d["outcome"] else d'
