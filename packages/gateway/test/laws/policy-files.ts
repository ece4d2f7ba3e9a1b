import { stringify } from 'smol-toml'
import { type Rule } from '../../src/index.js'
import { randomRules } from './random-policy.js'
import { randomFrom } from './random.js'

/** Written by hand, as people write them. */
const WRITTEN = [
  `# A careful start: everything waits for me.
[[rules]]
id = "ask-me"
action = "require_approval"
reason = "nothing goes out before I have seen it"
`,
  `blocked_tools = ["like.set"]
require_approval_for = ["post.create", "post.delete"]
dry_run_mutations = false
`,
  `[[rules]]
id = "posts"
action = "allow"
operations = ["post.*"]
repeat = true

[[rules]]
id = "night"
priority = 210
action = "require_approval"
reason = "nobody is awake to answer"
schedule = { zone = "Europe/Berlin", from = "22:30", until = "07:00", days = ["fri", "sat"] }

[[limits]]
dimension = "post.create"
max = 10
per = "1d"
`,
  `[[rules]]
id = "all"
action = "allow"

[[rules]]
id = "links-cost"
action = "require_approval"
cost = { dimension = "micro_usd", min = 200 }

[[rules]]
id = "no-lottery"
action = "deny"
args = [{ path = "text", matches = "(?i)free|win" }, { path = "text", length = { min = 3 } }]

[[spend]]
max = 5_000_000
per = "day"
`,
  `[[rules]]
id = "persons"
action = "allow"
principals = ["person"]

[[rules]]
id = "bots-rehearse"
action = "dry_run"
principals = ["agent", "loop"]
modes = ["autopilot", "assist"]

[[rules]]
id = "strangers"
action = "deny"
labels = ["untrusted"]
shadow = true

[[limits]]
id = "kind-to-people"
dimension = "replies"
max = 3
per = "1d"
by = ["args.author"]
`,
  `[[rules]]
id = "own-accounts"
action = "allow"
accounts = ["alice", "bob"]
risk = { effects = ["write", "unknown"], systemAccess = false }

[[rules]]
id = "many-mentions"
action = "deny"
args = [{ path = "text", mentions = { min = 2 } }]

[[rules]]
id = "videos"
action = "require_approval"
args = [{ path = "media.*.type", equals = "video" }]
`,
]

/** Thirty good policies: by hand, and as long as a machine likes them. */
export const POLICY_FILES: readonly string[] = [
  ...WRITTEN,
  ...Array.from({ length: 24 }, (_, index) => {
    const rules = randomRules(randomFrom(1_000 + index), 3 + index)
    return stringify(rules.length > 0 ? { rules: withoutNull(rules) } : { dry_run_mutations: true })
  }),
]

/** TOML knows no null. */
function withoutNull(rules: readonly Rule[]): unknown {
  const text = JSON.stringify(rules, (_key, value: unknown) =>
    Array.isArray(value) ? value.filter((item) => item !== null) : value,
  )
  return JSON.parse(text)
}
