/* The parts of the page that are the same in each: output/html/, made into C by html/embed. */
#ifndef PLUMB_HTML_PAGE_H
#define PLUMB_HTML_PAGE_H

/* Style; elements of the body, hidden until the script shows them; script. The policy is a Content-Security-Policy: nothing is loaded, and no
 * script runs but ours, which it knows by its hash. */
extern const char html_page_style[], html_page_body[], html_page_script[], html_page_policy[];

#endif
