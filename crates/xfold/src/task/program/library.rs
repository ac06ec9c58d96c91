//! The predicates over lists and numbers that every Prolog has and a background may call or leave to rules, as a text in
//! Prolog. A predicate that the background defines itself takes the place of the one here.

/// The text.
pub(crate) fn library() -> &'static str {
    TEXT
}

const TEXT: &str = "
append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).
append(Ls, L) :- '$concat'(Ls, L).
'$concat'([], []).
'$concat'([L|Ls], R) :- append(L, T, R), '$concat'(Ls, T).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
memberchk(X, L) :- member(X, L), !.
is_list(L) :- nonvar(L), '$is_list'(L).
'$is_list'([]).
'$is_list'([_|T]) :- is_list(T).
length(L, N) :- is_list(L), !, '$list_length'(L, N).
length(L, N) :- integer(N), N >= 0, '$of_length'(N, L).
'$of_length'(0, []) :- !.
'$of_length'(N, [_|T]) :- M is N - 1, '$of_length'(M, T).
last([X], X).
last([_,Y|T], X) :- last([Y|T], X).
reverse(L, R) :- '$reverse'(L, [], R).
'$reverse'([], R, R).
'$reverse'([H|T], A, R) :- '$reverse'(T, [H|A], R).
nth0(N, L, X) :- integer(N), !, N >= 0, '$nth'(N, L, X).
nth0(N, L, X) :- '$nth_of'(L, 0, N, X).
nth1(N, L, X) :- integer(N), !, N >= 1, M is N - 1, '$nth'(M, L, X).
nth1(N, L, X) :- '$nth_of'(L, 1, N, X).
'$nth'(0, [X|_], X) :- !.
'$nth'(N, [_|T], X) :- M is N - 1, '$nth'(M, T, X).
'$nth_of'([X|_], N, N, X).
'$nth_of'([_|T], M, N, X) :- M1 is M + 1, '$nth_of'(T, M1, N, X).
sum_list(L, S) :- '$sum'(L, 0, S).
sumlist(L, S) :- '$sum'(L, 0, S).
'$sum'([], S, S).
'$sum'([H|T], A, S) :- B is A + H, '$sum'(T, B, S).
max_list([H|T], M) :- '$max'(T, H, M).
'$max'([], M, M).
'$max'([H|T], A, M) :- B is max(A, H), '$max'(T, B, M).
min_list([H|T], M) :- '$min'(T, H, M).
'$min'([], M, M).
'$min'([H|T], A, M) :- B is min(A, H), '$min'(T, B, M).
max_member(M, L) :- msort(L, S), last(S, M).
min_member(M, L) :- msort(L, [M|_]).
select(X, [X|T], T).
select(X, [H|T], [H|R]) :- select(X, T, R).
selectchk(X, L, R) :- select(X, L, R), !.
exclude(_, [], []).
exclude(P, [H|T], R) :- ( call(P, H) -> R = S ; R = [H|S] ), exclude(P, T, S).
include(_, [], []).
include(P, [H|T], R) :- ( call(P, H) -> R = [H|S] ; R = S ), include(P, T, S).
delete([], _, []).
delete([H|T], X, R) :- ( H \\= X -> R = [H|S] ; R = S ), delete(T, X, S).
subtract([], _, []).
subtract([H|T], L, R) :- ( memberchk(H, L) -> R = S ; R = [H|S] ), subtract(T, L, S).
intersection([], _, []).
intersection([H|T], L, R) :- ( memberchk(H, L) -> R = [H|S] ; R = S ), intersection(T, L, S).
union([], L, L).
union([H|T], L, R) :- ( memberchk(H, L) -> R = S ; R = [H|S] ), union(T, L, S).
list_to_set(L, S) :- '$to_set'(L, [], S).
'$to_set'([], _, []).
'$to_set'([H|T], Seen, R) :- ( memberchk(H, Seen) -> R = S ; R = [H|S] ), '$to_set'(T, [H|Seen], S).
subset([], _).
subset([H|T], L) :- memberchk(H, L), subset(T, L).
permutation([], []).
permutation(L, [H|T]) :- select(H, L, R), permutation(R, T).
flatten(X, L) :- '$flatten'(X, [], L).
'$flatten'([], R, R) :- !.
'$flatten'([H|T], R, L) :- !, '$flatten'(T, R, M), '$flatten'(H, M, L).
'$flatten'(X, R, [X|R]).
sort(0, @>=, L, S) :- msort(L, M), reverse(M, S).
sort(0, @=<, L, S) :- msort(L, S).
sort(0, @<, L, S) :- sort(L, S).
sort(0, @>, L, S) :- sort(L, M), reverse(M, S).
numlist(L, H, []) :- L > H, !.
numlist(L, H, [L|T]) :- M is L + 1, numlist(M, H, T).
between(L, H, X) :- integer(X), !, X >= L, ( H == inf -> true ; X =< H ).
between(L, H, X) :- '$between'(L, H, X).
'$between'(L, H, L) :- L =< H.
'$between'(L, H, X) :- L < H, M is L + 1, '$between'(M, H, X).
maplist(_, []).
maplist(P, [A|As]) :- call(P, A), maplist(P, As).
maplist(_, [], []).
maplist(P, [A|As], [B|Bs]) :- call(P, A, B), maplist(P, As, Bs).
maplist(_, [], [], []).
maplist(P, [A|As], [B|Bs], [C|Cs]) :- call(P, A, B, C), maplist(P, As, Bs, Cs).
foldl(P, L, A, R) :- '$foldl'(L, P, A, R).
'$foldl'([], _, R, R).
'$foldl'([H|T], P, A, R) :- call(P, H, A, B), '$foldl'(T, P, B, R).
";
