const hues = Array.from({ length: 12 }, (_, index) => `.hue-${index}{--hue:${index * 30}}`).join('')

export const style = `
:root{color-scheme:light dark;--bg:#fff;--raised:#f6f8f9;--line:#e4e9ec;--text:#0f1419;--quiet:#5b6b76;--accent:#1577d4;--fresh:#eaf4fd;--love:#d6206a;--good:#0b8a5c;--warn:#8a5a00}
@media (prefers-color-scheme:dark){:root{--bg:#0b0f12;--raised:#141a1f;--line:#26303a;--text:#e8edf0;--quiet:#93a1ac;--accent:#5ab0ff;--fresh:#12222f;--love:#ff6ba3;--good:#3ddba0;--warn:#f0b849}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:break-word}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
h1,h2{margin:0;line-height:1.2;letter-spacing:-.01em}
h1{font-size:19px}h2{font-size:17px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
.skip{position:absolute;left:-999px}.skip:focus{left:12px;top:12px;background:var(--bg);padding:8px 12px;z-index:9}
.frame{display:grid;grid-template-columns:minmax(210px,250px) minmax(0,600px) minmax(270px,330px);gap:0 28px;max-width:1240px;margin:0 auto;padding:0 20px}
.side{position:sticky;top:0;align-self:start;height:100vh;overflow-y:auto;padding:20px 0;scrollbar-width:thin}
.brand{display:flex;align-items:center;gap:10px;margin-bottom:20px}
.mark{width:34px;height:34px;border-radius:10px;background:var(--text);color:var(--bg);display:grid;place-items:center;font-weight:800;font-size:17px}
.brand small{display:block;color:var(--quiet);font-size:12.5px}
.panel{background:var(--raised);border:1px solid var(--line);border-radius:16px;padding:16px;margin-bottom:16px}
.who{display:flex;gap:11px;align-items:center}
.who div{min-width:0}.who b{display:block}.who small,.quiet{color:var(--quiet)}
.bio{margin:12px 0 0;font-size:14px}
.figures{display:grid;grid-template-columns:1fr 1fr;gap:12px 8px;margin:14px 0 0}
.figures div{min-width:0}.figures dt{color:var(--quiet);font-size:12.5px}.figures dd{margin:0;font-weight:650;font-variant-numeric:tabular-nums;font-size:16px}
.people{list-style:none;margin:8px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:6px}
.people a{display:block;padding:3px 10px;border:1px solid var(--line);border-radius:99px;font-size:13px;color:var(--text)}
.people a[aria-current]{background:var(--text);color:var(--bg);border-color:var(--text)}
.middle{border:1px solid var(--line);border-width:0 1px;min-height:100vh}
.bar{position:sticky;top:0;z-index:2;display:flex;justify-content:space-between;align-items:center;gap:12px;padding:14px 18px;background:color-mix(in srgb,var(--bg) 86%,transparent);backdrop-filter:blur(10px);border-bottom:1px solid var(--line)}
.live{display:inline-flex;align-items:center;gap:7px;font-size:13px;color:var(--quiet)}
.live i{width:8px;height:8px;border-radius:50%;background:var(--quiet)}
.live.on{color:var(--good)}.live.on i{background:var(--good);animation:pulse 2.4s infinite}
@keyframes pulse{50%{opacity:.35}}
.posts,.notices{list-style:none;margin:0;padding:0}
.post{display:flex;gap:12px;padding:14px 18px;border-bottom:1px solid var(--line)}
.post>div:last-child{min-width:0;flex:1}
.post header{display:flex;flex-wrap:wrap;gap:0 6px;align-items:baseline}
.post header b{font-weight:680}.post header span,.post header time{color:var(--quiet);font-size:14px}
.post p{margin:2px 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
.context{display:flex;gap:6px;align-items:center;color:var(--quiet);font-size:13px;margin-bottom:2px}
.tag{display:inline-block;border:1px solid currentColor;border-radius:99px;padding:0 8px;font-size:11.5px;line-height:18px;color:var(--accent)}
.tag.warn{color:var(--warn)}
.media{margin-top:10px;border:1px dashed var(--line);background:var(--raised);border-radius:14px;padding:26px 16px;text-align:center;color:var(--quiet);font-size:13.5px}
.poll{list-style:none;padding:0;margin:10px 0 0;display:grid;gap:6px}.poll li{border:1px solid var(--line);border-radius:8px;padding:6px 12px}
.post footer{display:flex;gap:26px;margin-top:9px;color:var(--quiet);font-size:13px;font-variant-numeric:tabular-nums}
.post footer span{display:inline-flex;gap:6px;align-items:center}
svg{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round;flex:none}
.post footer b{font-weight:inherit}.bump{color:var(--love)}
.gone p{text-decoration:line-through;color:var(--quiet)}.gone footer{display:none}
.fresh{animation:arrive 2.2s ease-out}
@keyframes arrive{from{background:var(--fresh);transform:translateY(-6px)}30%{transform:none}to{background:transparent}}
.face{width:40px;height:40px;border-radius:50%;flex:none;display:grid;place-items:center;font-weight:680;font-size:15px;color:#fff;background:linear-gradient(135deg,hsl(var(--hue) 62% 46%),hsl(calc(var(--hue) + 40) 58% 34%))}
.small{width:28px;height:28px;font-size:11.5px}
.notices{border-top:1px solid var(--line);margin:12px -16px -16px}
.notices li{display:flex;gap:10px;padding:11px 16px;border-bottom:1px solid var(--line);font-size:14px}
.notices li:last-child{border:0}
.notices div{min-width:0}.notices q{quotes:none;display:block;color:var(--quiet);overflow:hidden;text-overflow:ellipsis;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow-wrap:anywhere}
.notices time{color:var(--quiet);font-size:12.5px;margin-left:4px}
.icon{width:18px;padding-top:6px;flex:none}.icon.like{color:var(--love)}.icon.follow,.icon.repost{color:var(--good)}.icon.mention,.icon.reply{color:var(--accent)}
.empty{padding:36px 20px;text-align:center;color:var(--quiet)}
.card{max-width:440px;margin:8vh auto;padding:28px;border:1px solid var(--line);border-radius:20px;background:var(--raised)}
.card ul{padding-left:20px}.card li{margin:5px 0}.card code{color:var(--quiet);margin-left:4px}.card label{display:block;margin:18px 0;font-weight:600}
.card select{display:block;width:100%;margin-top:6px;padding:10px;border-radius:10px;border:1px solid var(--line);background:var(--bg);color:var(--text);font:inherit}
.choice{display:flex;gap:10px}.choice button{flex:1;padding:11px;border-radius:99px;border:1px solid var(--line);background:transparent;color:var(--text);font:inherit;font-weight:650;cursor:pointer}
.choice .primary{background:var(--text);color:var(--bg);border-color:var(--text)}
code{font:13px ui-monospace,SFMono-Regular,Menlo,monospace}
@media (max-width:1080px){.frame{grid-template-columns:minmax(0,1fr) minmax(260px,320px)}.side.left{grid-column:1/-1;position:static;height:auto;padding-bottom:4px}.side.left .panel{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:4px 24px}.side.left .figures{margin:0;grid-template-columns:repeat(4,auto);gap:0 20px}.side.left .bio{grid-column:1/-1;order:3}.middle{border-top-width:1px;border-radius:16px 16px 0 0}.bar{border-radius:16px 16px 0 0}.side.right{padding-top:0}}
@media (max-width:720px){.frame{display:flex;flex-direction:column;padding:0}.side{position:static;align-self:stretch;height:auto;padding:16px}.side.right{padding-top:0}.side.right .panel{margin:8px 0 0;max-height:300px;overflow-y:auto}.middle{order:1}.side.left .panel{display:block}.side.left .figures{margin-top:14px;grid-template-columns:repeat(4,1fr)}.middle{border-width:1px 0;border-radius:0}.bar{border-radius:0}.post{padding:13px 16px}.post footer{gap:0;justify-content:space-between;max-width:340px}}@media (max-width:480px){.card{max-width:none;margin:0;border:0;border-radius:0;min-height:100vh}}
@media (prefers-reduced-motion:reduce){*{animation:none!important;scroll-behavior:auto}}
${hues}`
