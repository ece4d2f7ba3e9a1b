/** Words that say nothing of what someone writes about. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `about above after again all almost also always am an and another any anyone are aren't around as ask at back be
  because been before being best better between big both but by can can't come could day days did didn't do does
  doesn't doing don't done down each else end enough even ever every everyone everything few find first for free from
  full get gets getting give go goes going gonna good got great had has have haven't having he her here hers him his
  how i i'd i'll i'm i've if in into is isn't it it's its join just keep know last less let let's like little ll long
  look lot love made make makes making many may maybe me mean might mine more most much must my need never new next
  nice no nobody none not nothing now of off often ok on once one only or other others our ours out over own people
  please post posts put read real really right said same say says see seen she should since so some someone something
  soon start still stop such sure take team than thank thanks that that's the their them then there these they they're
  thing things think this those though through time times to today together tomorrow too took true try trying turn tweet
  two under until up us use used using very via wait want was wasn't way we we're week well went were what what's when
  where which while who why will with without won't work working world would wow year years yes yesterday yet you you're
  your yours`.split(/\s+/),
)
