# Sourced by tests that need the built page: page_ready PROGRAM TOOLS... leaves with 77, and says why, unless node, the tools
# and a page of the current sources are here. In ./check --full, which builds the page, an old one is a failure.
page_ready() {
    local program=$1 page=build/web/page.html old=77 tool said
    shift
    [ "${ALBIREO_FULL:-0}" != 1 ] || old=1
    for tool in node "$@"; do
        command -v "$tool" > /dev/null || { echo "no $tool: tools/setup web"; exit 77; }
    done
    [ -e $page ] || { echo "no page: tools/setup web, then web/build"; exit 77; }
    [ -z "$(find web client/{audio,bot,collide,gpu,math,models,predict,render,scene,text} proto replays/*.* sim -type f ! -name '*.md' -newer $page)" ] || { echo "the page is older than its sources: web/build"; exit $old; }
    said=$("$program" page replays/golden/small.replay -o build/web/ready.html --replace 2>&1) ||
        { echo "$said"; [[ $said == *"the page has core"* ]] && exit $old; exit 1; }
}

# browser_program chromium|firefox: the name of its program.
browser_program() { [ "$1" = firefox ] && echo firefox-esr || echo "$1"; }

# with_webgl chromium|firefox COMMAND...: runs it with what the browser needs for WebGL. Firefox has none without a display.
with_webgl() {
    local browser=$1
    shift
    if [ "$browser" != firefox ]; then
        "$@"
    elif command -v xvfb-run > /dev/null && command -v xauth > /dev/null; then
        xvfb-run -a -s '-screen 0 1280x1000x24' "$@"
    else
        echo "no xvfb-run or xauth: tools/setup build web"
        exit 77
    fi
}
