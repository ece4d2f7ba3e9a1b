/** Nobody else's text has it in it. */
export const SECRET = 'canary-5f2c'

/** Files as people write them, in several manners of TOML. */
export const GOOD_FILES: readonly string[] = [
  '',
  '# nothing yet\n',
  `mode = "composer"
approval_mode = true

[x_api]
client_id = "app"
client_secret = "${SECRET}"
access = "self-serve"
base_url = "http://127.0.0.1:4010"

[auth]
mode = "local_callback"
callback_port = 8099

[business]
product_name = "Lantern"
product_description = """
A quiet logbook
for "side projects". # not a comment
"""
product_keywords = ["logbook", 'side project',
  "build in public", # and more
]
brand_voice = 'dry, kind'

[limits]
max_replies_per_day = 5
min_action_delay_seconds = 10
max_action_delay_seconds = 20
banned_phrases = []
product_mention_ratio = 0.25

[llm]
provider = "openai"
api_key = "${SECRET}"

[schedule]
timezone = "Europe/Vienna"
active_hours_start = 22
active_hours_end = 6
active_days = ["Mon", "Fri"]
preferred_times = ["09:15", "17:30"]
thread_preferred_day = "Sun"

[schedule.preferred_times_override]
Sat = []

[server]
host = "localhost"
port = 3002
`,
  `x_api = { client_id = "app", client_secret = '${SECRET}' }
"limits".max_replies_per_day = 3
limits . 'max_tweets_per_day' = 4
scoring.threshold = 55
schedule.preferred_times_override = { Mon = ["08:00"], Tue = ["08:00", "20:00"] }
llm.provider = "ollama"
storage.db_path = "data/t.db"\r
intervals.mentions_check_seconds = 6_0
policy.enforce = true
`,
]
